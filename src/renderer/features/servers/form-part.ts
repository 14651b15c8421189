import type { FormProblem, ServerForm } from './server-form.js';

/** What a part of the server form gets. */
export interface FormPartProps {
  readonly form: ServerForm;
  readonly change: (part: Partial<ServerForm>) => void;
  readonly problems: readonly FormProblem[];
  /** Enter in a field of one line saves. */
  readonly onEnter: () => void;
}
