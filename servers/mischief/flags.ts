/** What a flag may carry after `=`. */
type ValueKind = 'none' | 'number' | 'text';

interface Flag {
  readonly name: string;
  readonly kind: ValueKind;
  /** Stands in where the flag is given without `=`. */
  readonly standIn: string;
  readonly help: string;
}

function flag(name: string, help: string): Flag {
  return { name, kind: 'none', standIn: '', help };
}

function number(name: string, standIn: number, help: string): Flag {
  return { name, kind: 'number', standIn: String(standIn), help };
}

function text(name: string, standIn: string, help: string): Flag {
  return { name, kind: 'text', standIn, help };
}

/** Every misbehaviour. All can be combined; where two can't both be had, the sentence says which wins. */
const FLAGS: readonly Flag[] = [
  // what comes out of stdout and stderr (frame-writer.ts, process-life.ts)
  flag(
    'banner',
    'Prints banner lines, ANSI colours and a blank line on stdout, before the first frame and before each.',
  ),
  flag('npm-noise', 'Prints what npx and Node print on stdout when a package is fetched, before the first frame.'),
  flag('json-noise', 'Prints valid JSON that is no JSON-RPC on stdout before each frame.'),
  flag('crlf', 'Ends each frame with CR LF.'),
  flag('split-utf8', 'Splits each frame in the middle of its first 4-byte character and waits 20 ms between the two.'),
  number('stderr-flood', 4 * 1024 * 1024, 'Writes so many bytes to stderr before it answers anything.'),
  // how it lives and leaves (process-life.ts)
  number('slow-start', 1500, 'Waits so many ms before it reads anything.'),
  number('exit-before-handshake', 1, 'Writes "Error: API_KEY missing" to stderr and leaves at once with this code.'),
  flag('ignore-eof-and-term', 'Goes on when stdin ends and when SIGTERM comes; ten minutes at most.'),
  flag('grandchild', 'Runs the real server behind sh -c "… & wait", so that it is a grandchild of the host\'s child.'),
  // the handshake (handshake.ts)
  flag('never-answer-handshake', 'Never answers initialize.'),
  text('old-revision', '2024-11-05', 'Answers initialize with this revision, whatever was asked.'),
  text(
    'unknown-revision',
    '1999-01-01',
    'Answers initialize with a revision that does not exist; wins over --old-revision.',
  ),
  flag('modern', 'Speaks 2026-07-28 alone: answers server/discover and refuses initialize.'),
  // the list of tools (tool-list.ts)
  number('slow-list', 1500, 'Waits so many ms before it answers tools/list.'),
  number('pages', 3, 'Spreads tools/list over so many pages; the cursor of the second one is the empty string.'),
  flag('endless-cursor', 'Ends no list: after the last tool come empty pages, all with the same cursor.'),
  number('many-tools', 1000, 'Adds so many tools with a description of 2 KB each.'),
  flag('bad-tools', 'Adds a malformed tool, a name twice, no name, a root anyOf and a dotted name among good ones.'),
  flag('rug-pull', 'After the first whole list the description of echo changes, and list_changed is sent.'),
  text(
    'rug-pull-when',
    'change',
    'Once there is a file of this path the description of echo changes, and list_changed is sent.',
  ),
  flag(
    'odd-names',
    'Adds tools with spaces, dots, quotes and letters of many scripts in their names, and one too long.',
  ),
  flag('schema-zoo', 'Adds a tool for each odd schema that real servers were seen with; some can be used, some not.'),
  number('list-changed-burst', 50, 'After the first whole list so many list_changed are sent at once.'),
  flag('read-only-lie', 'Adds delete_everything, which claims to be read-only.'),
  flag('spoof', 'Adds a tool with bidi and zero-width characters in its title, description and result.'),
  // calls (calls.ts); pid and cancelled are never touched, so that a test can look inside
  number('slow-call', 1500, 'Waits so many ms before it answers a call.'),
  number('progress', 3, 'Sends so many progress notifications before each result, where the call has a progressToken.'),
  flag('never-answer', 'Never answers a call.'),
  flag('late-answer', 'Answers a call only after it was cancelled; wins over --never-answer.'),
  number('exit-mid-call', 3, 'Writes half of the answer of the first call and leaves with this code.'),
  number('exit-on-call', 2, 'Leaves with code 3 on the call with this number, without an answer.'),
  // what it asks in the middle of a call (questions.ts); the result is what came back. With --modern it asks inside results
  flag('elicit-form', 'Asks the user to fill in a form in the middle of each call.'),
  flag('elicit-url', 'Asks the user to visit a page in the middle of each call.'),
  flag('tell-answers', 'Says on stderr when it has asked all of these questions, and what it heard in answer to each.'),
  number('ask-model', 1, 'Asks the model so many things at once in the middle of each call (sampling).'),
  // results (results.ts); the first of these that is given wins, --is-error goes with each but the first
  flag('jsonrpc-error', 'Answers calls with the JSON-RPC error -32603.'),
  flag('structured-only', 'Results have no content, only structuredContent.'),
  flag('both-markers', 'Results have a text and structuredContent that say different things.'),
  flag('empty-result', 'Results have content without a block.'),
  flag('unknown-block', 'Results have blocks of an unknown type and malformed ones around a good one.'),
  flag('media-result', 'Results are a text, a PDF, a sound, a link, an SVG and a PNG whose data is a data URL.'),
  flag('image-result', 'Results are an image of one pixel.'),
  number('huge-result', 12 * 1024 * 1024, 'Results are a text of so many bytes.'),
  number(
    'deep-result',
    20_000,
    'Results are a text beside structuredContent, _meta and a block so many levels deep; stdio.',
  ),
  flag('is-error', 'Results have isError.'),
  // over HTTP (http-server.ts, http-reply.ts); the flags of the handshake, the list, progress and results hold there too
  number('http', 0, 'Speaks Streamable HTTP on this port of localhost, and names its address on stderr.'),
  text(
    'self-signed',
    'src/core/http/testdata',
    'Speaks HTTPS with test-server.pem and test-server.key of this folder, which no system trusts.',
  ),
  number(
    'oauth-short',
    5,
    'Wants a sign-in, and gives it itself: tokens live so many seconds, a refresh token is good once, GET /expire ends all.',
  ),
  flag('json-answers', 'Answers with JSON instead of streams of events.'),
  number('session-404', 1, 'Forgets its sessions after so many calls.'),
  number('sse-drop', 50, 'Cuts the stream of a call after so many ms; the rest is there for Last-Event-ID.'),
  flag('no-event-ids', 'Gives no event an id, so that no stream can be resumed.'),
  flag('never-close', 'Leaves the stream of an answer open.'),
  number('slow-http', 1500, 'Waits so many ms before each response.'),
  text('content-type', 'text/html', 'Names this content type for JSON that is a page.'),
  number('unauthorized', 1, 'Answers so many POSTs with 401 first; 0 for all.'),
  number('oversized-body', 100 * 1024 * 1024, 'Answers a call with a body of so many bytes that is no JSON.'),
  text('redirect', '/elsewhere', 'Answers each POST with a redirect (307) to this address.'),
  flag('garbage-sse', 'Sends lines of rubbish, broken JSON and unknown events before each event.'),
];

/** What `--help` prints. */
export function usage(): string {
  const heads = FLAGS.map((one) => {
    if (one.kind === 'none') return `  --${one.name}`;
    return `  --${one.name}[=${one.kind === 'number' ? 'n' : 'text'}]`;
  });
  const width = Math.max(...heads.map((head) => head.length)) + 2;
  const rows = FLAGS.map((one, at) => {
    const standIn = one.standIn === '' ? '' : ` Without a value: ${one.standIn}.`;
    return `${(heads[at] ?? '').padEnd(width)}${one.help}${standIn}`;
  });
  return `Usage: mischief [flags] [anything else]

An MCP server over stdin and stdout, or HTTP, that misbehaves as its flags say. Its tools: echo, env, argv, pid, cancelled, fail.
Without a flag it behaves. What does not begin with -- does nothing but show up in argv.

${rows.join('\n')}
  --help
`;
}

/** The flags of one command line. Asking for a flag that does not exist is a mistake of this program and throws. */
export class Flags {
  readonly #given: ReadonlyMap<string, string>;

  private constructor(given: ReadonlyMap<string, string>) {
    this.#given = given;
  }

  /** @throws for a flag that does not exist and for a value that does not fit; the message says which. */
  static parse(args: readonly string[]): Flags {
    const given = new Map<string, string>();
    for (const arg of args.filter((one) => one.startsWith('--'))) {
      const [, name = '', value] = /^--([^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
      const known = FLAGS.find((one) => one.name === name);
      if (known === undefined) throw new Error(`There is no flag --${name}.`);
      if (known.kind === 'none' && value !== undefined) throw new Error(`--${name} takes no value.`);
      if (known.kind === 'number' && value !== undefined && !/^\d{1,9}$/.test(value)) {
        throw new Error(`--${name} takes a whole number, not "${value}".`);
      }
      given.set(name, value ?? known.standIn);
    }
    return new Flags(given);
  }

  has(name: string): boolean {
    return this.text(name) !== undefined;
  }

  /** `undefined` where the flag is not given. */
  number(name: string): number | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : Number(value);
  }

  /** `undefined` where the flag is not given. */
  text(name: string): string | undefined {
    if (!FLAGS.some((one) => one.name === name)) throw new Error(`mischief asks for --${name}, which does not exist.`);
    return this.#given.get(name);
  }
}
