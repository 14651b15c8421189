// The peer of the HTTP measures, over bare sockets because node:http costs more than a client: /json answers with JSON,
// /sse with one event in a stream. One request at a time on a connection, bodies with a content-length, as clients send
// them. Prints its port, and leaves when its standard input ends.
import { createServer } from 'node:net';
import { answer } from './answers.mjs';

const SESSION = 'mcp-session-id: bench\r\n';
const STREAM_HEAD = `HTTP/1.1 200 OK\r\n${SESSION}content-type: text/event-stream\r\ncache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n`;
const JSON_HEAD = `HTTP/1.1 200 OK\r\n${SESSION}content-type: application/json\r\ncontent-length: `;
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
  const { method, streamed, length } = readHead(bytes.toString('latin1', 0, end));
  const total = end + HEAD_END.length + length;
  if (bytes.length < total) return 0;
  if (method === 'POST') post(socket, streamed, bytes.toString('utf8', total - length, total));
  else socket.write(`HTTP/1.1 ${method === 'GET' ? '405 No' : '200 OK'}\r\ncontent-length: 0\r\n\r\n`);
  return total;
}

/**
 * @typedef {{ method: string, streamed: boolean, length: number }} Head `length`: of the body, bytes
 * @type {Map<string, Head>} of calls after each other the heads are alike
 */
const heads = new Map();

/**
 * @param {string} text
 * @returns {Head}
 */
function readHead(text) {
  const known = heads.get(text);
  if (known !== undefined) return known;
  const head = {
    method: text.slice(0, text.indexOf(' ')),
    streamed: text.startsWith('POST /sse '),
    length: Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0),
  };
  heads.set(text, head);
  return head;
}

/**
 * @param {import('node:net').Socket} socket
 * @param {boolean} streamed whether the answer is an event
 * @param {string} body
 */
function post(socket, streamed, body) {
  let said = '';
  const answered = answer(body, (parts) => {
    said += streamed ? `event: message\ndata: ${parts.join('')}\n\n` : parts.join('');
  });
  const size = Buffer.byteLength(said);
  // What is ASCII needs no encoding.
  const encoding = size === said.length ? 'latin1' : 'utf8';
  if (!answered) {
    socket.write(`HTTP/1.1 202 Accepted\r\n${SESSION}content-length: 0\r\n\r\n`);
  } else if (streamed) {
    socket.write(`${STREAM_HEAD}${size.toString(16)}\r\n${said}\r\n0\r\n\r\n`, encoding);
  } else {
    socket.write(`${JSON_HEAD}${size}\r\n\r\n${said}`, encoding);
  }
}

const server = createServer(serve).listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
process.stdin.on('end', () => process.exit(0)).resume();
