import type { ViewerBridge, ViewerDocument } from '../../shared/ipc/viewer-contract.js';
import { pageElement } from './page-element.js';

export interface EditorParts {
  readonly bridge: ViewerBridge;
  /** Of a text that may be changed. */
  readonly document: ViewerDocument & { readonly json: string };
  /** Says something below the text; empty says nothing. */
  readonly tell: (text: string) => void;
  /** Called when the reader is back at the text. */
  readonly onBack: () => void;
}

/** Lets the arguments be changed as JSON, in place of the text. Main checks them; here they are only text. */
export function bindEditor({ bridge, document: shown, tell, onBack }: EditorParts): void {
  const { words } = shown;
  const field = pageElement('json', HTMLTextAreaElement);
  const [edit, back, use] = ['edit', 'back', 'use'].map((id) => pageElement(id, HTMLButtonElement));
  if (edit === undefined || back === undefined || use === undefined) return;
  edit.textContent = words.edit;
  back.textContent = words.back;
  use.textContent = words.use;
  field.ariaLabel = words.editLabel;
  const show = (editing: boolean): void => {
    for (const id of ['scroll', 'edit', 'read-on', 'tools']) pageElement(id, HTMLElement).hidden = editing;
    for (const element of [field, back, use]) element.hidden = !editing;
    pageElement('intro', HTMLElement).textContent = editing ? words.editing : shown.intro;
    tell('');
    if (!editing) return onBack();
    field.setSelectionRange(0, 0);
    field.focus();
  };
  edit.hidden = false;
  field.value = shown.json;
  edit.addEventListener('click', () => show(true));
  back.addEventListener('click', () => show(false));
  field.addEventListener('input', () => tell(''));
  use.addEventListener('click', () => {
    use.disabled = true;
    tell(words.checking);
    bridge
      .revise(field.value)
      .catch((error: unknown) => String(error))
      .then((problem) => {
        use.disabled = false;
        // Without a problem main closes this window.
        return tell(problem ?? '');
      })
      .catch(() => undefined);
  });
}
