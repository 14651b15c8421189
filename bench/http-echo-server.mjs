// The peer of the HTTP benchmark: as little work per message as possible. /json answers with JSON, /sse with one event.
// Prints its port, and leaves when its standard input ends.
import { createServer } from 'node:http';

function resultOf({ method, params }) {
  if (method === 'initialize') {
    const { protocolVersion } = params;
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'bench', version: '1' } };
  }
  return { content: [{ type: 'text', text: params.arguments.text }] };
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(request.method === 'GET' ? 405 : 200).end();
    return;
  }
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const message = JSON.parse(Buffer.concat(chunks).toString());
    if (message.id === undefined) {
      response.writeHead(202).end();
      return;
    }
    const answer = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) });
    const session = { 'mcp-session-id': 'bench' };
    if (request.url === '/sse') {
      response.writeHead(200, { ...session, 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
      response.end(`event: message\ndata: ${answer}\n\n`);
    } else {
      const length = Buffer.byteLength(answer);
      response.writeHead(200, { ...session, 'content-type': 'application/json', 'content-length': length });
      response.end(answer);
    }
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.stdin.on('end', () => process.exit(0)).resume();
