/** True where files are dragged, and not a text or a link. */
export function hasFiles(transfer: Pick<DataTransfer, 'types'> | null): boolean {
  return transfer?.types.includes('Files') === true;
}

/** Files on the clipboard; none where it holds a text too, as office programs put there beside a picture of it. */
export function pastedFiles(clipboard: Pick<DataTransfer, 'types' | 'files'>): readonly File[] {
  return clipboard.types.includes('text/plain') ? [] : [...clipboard.files];
}
