import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { RPC_CODE, errorOf } from './json-rpc.js';
import { parseLine } from './line-splitter.js';
import { strangerRefusal } from './loopback-guard.js';
import type { McpServer } from './mcp-server.js';
import { FrameReader, OPCODE, encodeFrame } from './websocket-frames.js';
import type { Received } from './websocket-frames.js';

export interface WebSocketServing {
  /** 0 for any free one. */
  readonly port: number;
  /** A server for a new connection. */
  readonly newServer: () => McpServer;
}

const PATH = '/mcp';
const PROTOCOL = 'mcp';
/** Joined to the key of the client (RFC 6455, 1.3). */
const ACCEPT_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/**
 * Carries `McpServer`s over WebSocket on this computer, one for each connection: subprotocol `mcp`, one JSON message a text
 * frame. Resolves with its address once it listens.
 */
export async function serveWebSocket({ port, newServer }: WebSocketServing): Promise<URL> {
  // Loaded here: over stdio, as a host starts it, a server needs none of it and starts sooner.
  const [{ createHash }, { createServer }] = await Promise.all([import('node:crypto'), import('node:http')]);
  const server = createServer((_request, response) => response.writeHead(426, { upgrade: 'websocket' }).end());
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy()); // the client is gone: there is nobody left to complain to
    const refusal = refusalOf(request);
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const key = String(request.headers['sec-websocket-key']);
    const accept = createHash('sha1').update(`${key}${ACCEPT_SUFFIX}`).digest('base64');
    const lines = ['upgrade: websocket', 'connection: Upgrade', `sec-websocket-protocol: ${PROTOCOL}`];
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    carry(socket, newServer());
  });
  await new Promise<void>((settle, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => settle());
  });
  const address = server.address();
  return new URL(PATH, `ws://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
}

/** The status line for a handshake that can't be accepted. */
function refusalOf(request: IncomingMessage): string | undefined {
  const { headers } = request;
  if (strangerRefusal(request) !== undefined) return '403 Forbidden';
  if (new URL(request.url ?? '/', 'http://localhost').pathname !== PATH) return '404 Not Found';
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
  const proper = headers['sec-websocket-version'] === '13' && headers['sec-websocket-key'] !== undefined;
  return proper && protocols.includes(PROTOCOL) ? undefined : '400 Bad Request';
}

function carry(socket: Duplex, server: McpServer): void {
  const reader = new FrameReader();
  socket.on('data', (chunk: Buffer) => {
    for (const received of reader.push(chunk)) take(socket, server, received);
  });
  socket.on('end', () => socket.end());
}

function take(socket: Duplex, server: McpServer, received: Received): void {
  switch (received.kind) {
    case 'message':
      void answer(socket, server, received.payload); // it answers what the message may hold, and `receive` never rejects
      return;
    case 'ping':
      socket.write(encodeFrame(OPCODE.pong, received.payload));
      return;
    case 'close':
      socket.end(encodeFrame(OPCODE.close, received.payload.subarray(0, 2)));
      return;
    case 'broken': {
      const code = Buffer.alloc(2);
      code.writeUInt16BE(received.code);
      socket.end(encodeFrame(OPCODE.close, Buffer.concat([code, Buffer.from(received.why)])));
      return;
    }
    case 'pong':
  }
}

async function answer(socket: Duplex, server: McpServer, payload: Buffer): Promise<void> {
  let message;
  try {
    message = parseLine(payload);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    write(socket, errorOf(null, RPC_CODE.parseError, `A frame is one JSON message in UTF-8: ${why}`));
    return;
  }
  if (message === undefined) return;
  const said = await server.receive(message.value);
  if (said !== undefined) write(socket, said);
}

function write(socket: Duplex, message: unknown): void {
  if (socket.writable) socket.write(encodeFrame(OPCODE.text, Buffer.from(JSON.stringify(message))));
}
