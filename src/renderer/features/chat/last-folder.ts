/** The last part of a path of any system: `/home/me/notes` → `notes`. A root stays what it is. */
export function lastFolder(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}
