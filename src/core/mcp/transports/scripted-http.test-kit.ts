import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonRpcRequest } from '../../../shared/json-rpc.js';
import type { JsonObject } from '../../../shared/json.js';
import { bodyOf, startHttpServer } from '../../http/http-server.test-kit.js';
import type { TestListener, TestServer } from '../../http/http-server.test-kit.js';
import type { HttpTransportOptions } from './http-options.js';
import { StreamableHttpTransport } from './streamable-http.js';
import { TransportRecorder } from './transport-recorder.test-kit.js';

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25' },
} as const;
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' } as const;
export const CALL = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'x' } } as const;

export interface Subject {
  readonly transport: StreamableHttpTransport;
  readonly heard: TransportRecorder;
  readonly server: TestServer;
  close(): Promise<void>;
}

/** A started transport to a real server that does what the listener says. */
export async function subject(listener: TestListener, options: Partial<HttpTransportOptions> = {}): Promise<Subject> {
  const server = await startHttpServer(listener);
  const transport = new StreamableHttpTransport({ url: new URL(`${server.origin}/mcp`), env: {}, ...options });
  const heard = new TransportRecorder();
  await transport.start(heard);
  const close = async (): Promise<void> => {
    await transport.close();
    await server.close();
  };
  return { transport, heard, server, close };
}

/** What a server does with a message, by the message's method; GET and DELETE have scripts of their own. */
export type Script = Record<
  string,
  (response: ServerResponse, message: JsonRpcRequest, request: IncomingMessage) => void
>;

/** A server with a session, which answers `initialize` and takes notifications unless the script says otherwise. */
export function scripted(script: Script): TestListener {
  const usual: Script = {
    initialize: (response, { id }) => {
      response.setHeader('mcp-session-id', 'session-1');
      json(response, { jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18' } });
    },
    GET: (response) => void response.writeHead(405).end(),
    DELETE: (response) => void response.writeHead(405).end(),
  };
  return async (request, response) => {
    const body = await bodyOf(request);
    const message = (body === '' ? {} : JSON.parse(body)) as JsonRpcRequest;
    const key = message.method ?? request.method ?? '';
    const answer = script[key] ?? usual[key] ?? ((one: ServerResponse) => void one.writeHead(202).end());
    answer(response, message, request);
  };
}

export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

export function events(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' });
}

/** One event as text; the empty string is one without data. */
export function event(value: unknown, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${value === '' ? '' : JSON.stringify(value)}\n\n`;
}

export function result(id: unknown, value: JsonObject = {}): object {
  return { jsonrpc: '2.0', id, result: value };
}

export function note(method: string): object {
  return { jsonrpc: '2.0', method };
}

export async function initialized({ transport }: Subject): Promise<void> {
  await transport.send(INITIALIZE);
  await transport.send(INITIALIZED);
}
