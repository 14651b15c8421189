import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';

const TESTDATA = path.join(import.meta.dirname, 'testdata');
/** The authority that signed the certificate of the secure test server. */
export const TEST_CA_FILE = path.join(TESTDATA, 'test-ca.pem');

/** Answers one request; what it throws fails the test run. */
export type TestListener = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A real server on a port of its own, which remembers who came. */
export interface TestServer {
  readonly port: number;
  readonly origin: string;
  /** Sockets that were ever opened to it. */
  readonly connections: number;
  readonly requests: readonly IncomingMessage[];
  readonly server: Server;
  /** Ends it with everything that is still open. */
  close(): Promise<void>;
}

export function startHttpServer(listener: TestListener): Promise<TestServer> {
  return listen(createServer(), 'http', listener);
}

/** With a certificate for localhost and 127.0.0.1 that nobody trusts who does not know `TEST_CA_FILE`. */
export function startHttpsServer(listener: TestListener): Promise<TestServer> {
  const key = readFileSync(path.join(TESTDATA, 'test-server.key'));
  const cert = readFileSync(path.join(TESTDATA, 'test-server.pem'));
  return listen(createSecureServer({ key, cert }), 'https', listener);
}

async function listen(server: Server, scheme: string, listener: TestListener): Promise<TestServer> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const requests: IncomingMessage[] = [];
  server.on('connection', (socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    requests.push(request);
    void Promise.resolve(listener(request, response)).catch((error: unknown) => {
      // Whoever asked must not wait for ever; the error itself fails the test run.
      response.destroy();
      throw error;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `${scheme}://127.0.0.1:${port}`,
    get connections() {
      return connections;
    },
    requests,
    server,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      // Also those that went on as a tunnel or a WebSocket.
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** The whole body of a request as text. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
