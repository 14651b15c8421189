// The peer of the stdio benchmark: as little work per message as possible, so that the client's share shows.
// Tools: `echo` gives its text back, `blob` a text of `size` bytes with line ends and quotes in it.
let rest = '';
const ROW = 'const answer = "forty-two"; // a line of code as a tool would return it\n';

/**
 * @typedef {object} Request the requests of the benchmark, which are all well formed
 * @property {number} [id]
 * @property {string} method
 * @property {{ readonly protocolVersion: string, readonly name: string, readonly arguments: { readonly size: number, readonly text: string } }} params
 */

/** @param {Request} request */
function resultOf({ method, params }) {
  if (method === 'initialize') {
    const { protocolVersion } = params;
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'bench', version: '1' } };
  }
  const { name, arguments: args } = params;
  const text = name === 'blob' ? ROW.repeat(Math.ceil(args.size / ROW.length)).slice(0, args.size) : args.text;
  return { content: [{ type: 'text', text }] };
}

process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  let out = '';
  for (const line of lines) {
    /** @type {Request} */
    const message = JSON.parse(line);
    if (message.id === undefined) continue;
    out += `${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) })}\n`;
  }
  if (out !== '') process.stdout.write(out);
});
