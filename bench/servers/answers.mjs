// What the servers of the benchmark answer: prebuilt text wherever that is possible, so that the client's share shows.
// The environment says how many tools there are (TOOLS, PAGE) and whether each has an output schema (OUTPUT_SCHEMA=1).

const TOOLS = Number(process.env['TOOLS'] ?? 20);
const PAGE = Number(process.env['PAGE'] ?? 100);
const WITH_OUTPUT = process.env['OUTPUT_SCHEMA'] === '1';
/** A line as a tool would return it; on the wire its quotes and its end are escaped. */
const ROW = Buffer.from(
  String.raw`const answer = lookup(table, index + 17); // a line of \"code\" as a tool returns it\n`,
);

/** @typedef {(parts: readonly (string | Buffer)[]) => void} Send one message, without its framing */

/**
 * @param {number} at
 * @returns {object} a tool like those of real servers
 */
export function toolAt(at) {
  const output = {
    type: 'object',
    properties: { ok: { type: 'boolean' }, rows: { type: 'array' }, [`n_${at}`]: { type: 'number' } },
    required: ['ok'],
  };
  return {
    name: `tool_${at}`,
    title: `Tool number ${at}`,
    description: `Looks up record ${at} in the tracker and returns the fields that match. Use it for questions on item ${at}.`,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Free text query', minLength: 1, maxLength: 500 },
        limit: { type: 'integer', minimum: 1, maximum: 100 + (at % 50), default: 20 },
        state: { type: 'string', enum: ['open', 'closed', 'all', `s${at}`] },
        labels: { type: 'array', items: { type: 'string' }, maxItems: 20 },
        range: { type: 'object', properties: { from: { type: 'string' }, to: { type: 'string' } }, required: ['from'] },
        [`field_${at}`]: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      },
      required: ['query'],
      additionalProperties: false,
    },
    ...(WITH_OUTPUT && { outputSchema: output }),
    annotations: { readOnlyHint: true },
  };
}

/**
 * @template T
 * @param {(size: number) => T} make
 * @returns {(size: number) => T} the same, which makes what it gives once for each size
 */
function kept(make) {
  /** @type {Map<number, T>} */
  const known = new Map();
  return (size) => {
    const made = known.get(size) ?? make(size);
    known.set(size, made);
    return made;
  };
}

/** The result of `tools/list` as JSON, from so many tools on. */
const page = kept((start) => {
  const end = Math.min(start + PAGE, TOOLS);
  const tools = Array.from({ length: end - start }, (_, at) => toolAt(start + at));
  return JSON.stringify({ tools, ...(end < TOOLS && { nextCursor: String(end) }) });
});

/** The escaped inside of a JSON string, so many bytes long on the wire. */
const blob = kept((bytes) => {
  const made = Buffer.alloc(bytes, 'x');
  for (let at = 0; at + ROW.length <= bytes; at += ROW.length) ROW.copy(made, at);
  return made;
});

/** So many messages, each on a line: this is for standard output only. */
const flood = kept((count) => {
  const lines = Array.from(
    { length: count },
    (_, at) =>
      `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"bench","data":"line ${at} of the flood"}}`,
  );
  return Buffer.from(lines.join('\n'));
});

/** Of the call that is made by the thousand, whichever way round its client writes it. */
const ID = /"id":(\d+)[,}]/;
const TEXT = /"name":"echo".*"text":("[^"\\]*")/;

/**
 * @param {string} line
 * @returns {string | undefined} the answer to a call of `echo`, had without parsing it, so that the client's share shows
 */
function echoed(line) {
  const text = TEXT.exec(line)?.[1];
  const id = text === undefined ? undefined : ID.exec(line)?.[1];
  if (id === undefined) return undefined;
  return `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":${text}}]}}`;
}

/**
 * Answers one message.
 *
 * @param {string} line
 * @param {Send} send
 * @returns {boolean} false for a message that wants no answer
 */
export function answer(line, send) {
  const echo = echoed(line);
  if (echo !== undefined) {
    send([echo]);
    return true;
  }
  const { id: number, method, params } = JSON.parse(line);
  if (number === undefined) return false;
  const id = JSON.stringify(number);
  /** @param {string} result */
  const say = (result) => send([`{"jsonrpc":"2.0","id":${id},"result":${result}}`]);
  if (method === 'initialize') {
    const { protocolVersion } = params;
    const serverInfo = { name: 'bench', version: '1' };
    say(JSON.stringify({ protocolVersion, capabilities: { tools: {}, logging: {} }, serverInfo }));
  } else if (method === 'tools/list') {
    say(page(Number(params?.cursor ?? 0)));
  } else if (method === 'tools/call') {
    call(id, params, send, say);
  } else {
    send([`{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"Method not found"}}`]);
  }
  return true;
}

/**
 * @param {string} id as JSON
 * @param {any} params of a `tools/call`
 * @param {Send} send
 * @param {(result: string) => void} say
 */
function call(id, { name, arguments: args, _meta: meta }, send, say) {
  if (name === 'blob') {
    const head = `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`;
    send([head, blob(args.size), '"}]}}']);
  } else if (name === 'flood') {
    send([flood(args.count)]);
    say('{"content":[]}');
  } else if (name === 'progress') {
    const token = JSON.stringify(meta.progressToken);
    for (let at = 1; at <= args.count; at++) {
      send([
        `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":${at},"total":${args.count},"message":"step ${at}"}}`,
      ]);
    }
    say('{"content":[]}');
  } else {
    say(`{"content":[{"type":"text","text":${JSON.stringify(args.text)}}]}`);
  }
}
