import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { GatehouseError } from '../errors.js';
import { trustedCertificates } from './certificates.js';
import type { DoorOptions } from './http-door.js';
import { httpFailure } from './http-failure.js';
import { proxyFor } from './proxy-choice.js';

const CONNECT_TIMEOUT_MS = 30_000;

/**
 * A connected socket to the host of a `ws:`, `wss:`, `http:` or `https:` address, with the same proxies and authorities
 * as `HttpDoor`: for protocols that begin as HTTP and go on as something else. Rejects with a `GatehouseError`.
 */
export async function openSocket(url: URL, options: DoorOptions, signal?: AbortSignal): Promise<Socket> {
  const ca = await trustedCertificates(options.caFile);
  const proxy = proxyFor(url, options.proxy, options.env ?? process.env);
  const secure = url.protocol === 'wss:' || url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const timeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  const tls = { rejectUnauthorized: true, ...(ca !== undefined && { ca }) };
  try {
    const socket =
      proxy === undefined
        ? await ready(connect({ host, port, noDelay: true, keepAlive: true }), 'connect', timeoutMs, signal)
        : await openTunnel(proxy, url.hostname, port, tls, timeoutMs, signal);
    if (!secure) return socket;
    // A name that is an address may not be announced (RFC 6066), but is what the certificate is checked for.
    const name = isIP(host) === 0 ? { servername: host } : {};
    return await ready(connectSecure({ ...tls, ...name, host, socket }), 'secureConnect', timeoutMs, signal);
  } catch (error) {
    throw httpFailure(url.origin === 'null' ? url.host : url.origin, error, false);
  }
}

/** Waits until a socket has done its handshake; a socket that has not is destroyed. */
function ready<S extends Socket>(socket: S, event: string, timeoutMs: number, signal?: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      socket.removeListener('error', onError);
      socket.removeListener(event, onReady);
      finish();
    };
    const onReady = (): void => settle(() => resolve(socket));
    const onError = (error: Error): void => {
      settle(() => reject(error));
      socket.on('error', ignore).destroy();
    };
    const onAbort = (): void => onError(new GatehouseError('cancelled', 'Connecting was cancelled.'));
    const timer = setTimeout(() => onError(timedOut()), timeoutMs);
    socket.once(event, onReady);
    socket.once('error', onError);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted === true) onAbort();
  });
}

/** Asks a proxy for a tunnel (CONNECT; RFC 9110, 9.3.6). */
function openTunnel(
  proxy: URL,
  host: string,
  port: number,
  tls: object,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Socket> {
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const headers = {
    host: `${host}:${port}`,
    ...(proxy.username !== '' && {
      'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}`,
    }),
  };
  const secure = proxy.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (secure ? secureRequest : plainRequest)({
      ...tls,
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port === '' ? (secure ? 443 : 80) : Number(proxy.port),
      method: 'CONNECT',
      path: `${host}:${port}`,
      headers,
      agent: false,
      timeout: timeoutMs,
      ...(signal !== undefined && { signal }),
    });
    request.on('connect', ({ statusCode }, socket, head) => {
      if (statusCode !== 200) {
        socket.destroy();
        reject(new Error(`Proxy response (${statusCode}) when tunneling`));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    request.on('response', (response) => {
      response.destroy();
      reject(new Error(`Proxy response (${response.statusCode}) when tunneling`));
    });
    request.on('timeout', () => request.destroy(timedOut()));
    request.on('error', reject);
    request.end();
  });
}

function timedOut(): Error {
  return Object.assign(new Error('It did not answer in time.'), { code: 'ETIMEDOUT' });
}

function ignore(): void {}
