// The peer of the HTTP measures, over bare sockets because node:http costs more than a client: /json answers with JSON,
// /sse with one event in a stream. One request at a time on a connection, bodies with a content-length, as clients send
// them. Prints its port, and leaves when its standard input ends.
import { createServer } from 'node:net';
import { answer } from './answers.mjs';

const SESSION = 'mcp-session-id: bench\r\n';
const HEAD_END = Buffer.from('\r\n\r\n');

/** @param {import('node:net').Socket} socket */
function serve(socket) {
  let held = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (let used = takeRequest(socket, held); used > 0; used = takeRequest(socket, held)) held = held.subarray(used);
  });
}

/**
 * @param {import('node:net').Socket} socket
 * @param {Buffer} bytes
 * @returns {number} how many bytes the first request took; 0 where it is not whole yet
 */
function takeRequest(socket, bytes) {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1) return 0;
  const head = bytes.toString('latin1', 0, end);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  const total = end + HEAD_END.length + length;
  if (bytes.length < total) return 0;
  const [method = '', path = ''] = head.split(' ', 2);
  if (method === 'POST') post(socket, path, bytes.toString('utf8', total - length, total));
  else socket.write(`HTTP/1.1 ${method === 'GET' ? '405 No' : '200 OK'}\r\ncontent-length: 0\r\n\r\n`);
  return total;
}

/**
 * @param {import('node:net').Socket} socket
 * @param {string} path
 * @param {string} body
 */
function post(socket, path, body) {
  let said = '';
  const answered = answer(body, (parts) => {
    said += path === '/sse' ? `event: message\ndata: ${parts.join('')}\n\n` : parts.join('');
  });
  const size = Buffer.byteLength(said);
  if (!answered) {
    socket.write(`HTTP/1.1 202 Accepted\r\n${SESSION}content-length: 0\r\n\r\n`);
  } else if (path === '/sse') {
    const head = `HTTP/1.1 200 OK\r\n${SESSION}content-type: text/event-stream\r\ncache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n`;
    socket.write(`${head}${size.toString(16)}\r\n${said}\r\n0\r\n\r\n`);
  } else {
    const head = `HTTP/1.1 200 OK\r\n${SESSION}content-type: application/json\r\ncontent-length: ${size}\r\n\r\n`;
    socket.write(head + said);
  }
}

const server = createServer(serve).listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
process.stdin.on('end', () => process.exit(0)).resume();
