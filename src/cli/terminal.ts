import type { WriteStream } from 'node:tty';
import { GatehouseError, errorMessage } from '../core/errors.js';
import { plainText } from '../shared/text-columns.js';
import { visibleText } from '../shared/visible-text.js';
import { tableLines } from './table.js';

/** What a terminal writes to: `process.stdout` and `process.stderr`, which are no terminals in a pipe. */
type Output = Pick<WriteStream, 'write' | 'columns'> & { readonly isTTY?: boolean };

export interface TerminalParts {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly json: boolean;
}

const STYLES = { dim: 2, bold: 1, red: 31, green: 32, yellow: 33 } as const;

/** Results go to stdout, everything else to stderr; in JSON mode stdout has JSON and nothing else. */
export class Terminal {
  readonly json: boolean;
  readonly #parts: TerminalParts;
  /** The last character on stdout was not a new line. */
  #open = false;

  constructor(parts: TerminalParts) {
    this.json = parts.json;
    this.#parts = parts;
  }

  /** Columns of a line on stdout; undefined where nobody looks at it. */
  get width(): number | undefined {
    return this.#parts.stdout.isTTY === true ? this.#parts.stdout.columns : undefined;
  }

  /** Text of a stranger: on a terminal nothing in it may steer it, in a pipe it stays as it came. */
  result(text: string): void {
    if (text === '') return;
    this.#parts.stdout.write(this.#parts.stdout.isTTY === true ? visibleText(text) : text);
    this.#open = !text.endsWith('\n');
  }

  /** Ends the line that is begun on stdout, if one is. */
  endLine(): void {
    if (this.#open) this.#parts.stdout.write('\n');
    this.#open = false;
  }

  /** A JSON document, or with `line` one of many. */
  document(value: unknown, form: 'pretty' | 'line' = 'pretty'): void {
    this.#parts.stdout.write(`${JSON.stringify(value, null, form === 'pretty' ? 2 : 0)}\n`);
  }

  table(titles: readonly string[], rows: readonly (readonly string[])[]): void {
    const [head = '', ...lines] = tableLines(titles, rows, this.width);
    this.#parts.stdout.write(`${[styled(head, 'bold', this.#colours(this.#parts.stdout)), ...lines].join('\n')}\n`);
  }

  /** A line on stderr. Nothing in it may steer a terminal. */
  note(text: string, style?: keyof typeof STYLES): void {
    if (this.#parts.stdout.isTTY === true) this.endLine();
    const plain = plainText(text);
    this.#parts.stderr.write(
      `${style === undefined ? plain : styled(plain, style, this.#colours(this.#parts.stderr))}\n`,
    );
  }

  /** Says that the work failed: as text on stderr, in JSON mode as a document on stdout. */
  failure(error: unknown, form: 'pretty' | 'line' = 'pretty'): void {
    const message = errorMessage(error);
    const code = error instanceof GatehouseError ? error.code : 'internal';
    if (this.json) this.document({ error: { code, message } }, form);
    else this.note(`gatehouse: ${message}`, 'red');
  }

  #colours(stream: Output): boolean {
    const { NO_COLOR, TERM } = this.#parts.env;
    return stream.isTTY === true && (NO_COLOR ?? '') === '' && TERM !== 'dumb';
  }
}

function styled(text: string, style: keyof typeof STYLES, colours: boolean): string {
  return colours ? `\u001B[${STYLES[style]}m${text}\u001B[0m` : text;
}
