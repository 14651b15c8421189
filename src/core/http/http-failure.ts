import { GatehouseError } from '../errors.js';

/** Codes of errors that come before anything of a request was sent. */
const NOT_SENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name could not be looked up',
  EHOSTUNREACH: 'there is no way to its computer',
  ENETUNREACH: 'there is no network that leads there',
  ENETDOWN: 'the network is down',
  ETIMEDOUT: 'it did not answer in time',
  EADDRNOTAVAIL: 'its address can not be used from here',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
};

const CERTIFICATE = /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|ERR_SSL)/;

/** What went wrong between Gatehouse and an origin, as a sentence. `sent`: the request may have reached the server. */
export function httpFailure(origin: string, error: unknown, sent: boolean): GatehouseError {
  if (error instanceof GatehouseError) return error;
  const code = codeOf(error);
  const said = error instanceof Error ? error.message : String(error);
  const options = { cause: error, parts: { address: origin, why: code === '' ? said : code } };
  if (CERTIFICATE.test(code)) {
    const message = `The certificate of ${origin} is not trusted (${code}). If it is signed by an authority of your own, give its PEM file in the server's settings.`;
    return new GatehouseError('certificate-refused', message, options);
  }
  // Not by a status in the text: the number of a port can hold one.
  if (/\bProxy\b/.test(said) || code === 'UND_ERR_PRX_TLS') {
    const message = `The proxy did not let the request to ${origin} through: ${said}. Check the proxy's address and its sign-in.`;
    return new GatehouseError('proxy-failed', message, options);
  }
  const why = NOT_SENT[code];
  if (why !== undefined && !sent) {
    const message = `${origin} can't be reached: ${why}. Check the address and that the server runs.`;
    return new GatehouseError('unreachable', message, options);
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT') {
    return new GatehouseError('timeout', `${origin} did not answer in time. It may still be working.`, options);
  }
  if (!sent)
    return new GatehouseError('unreachable', `${origin} can't be reached: ${said}. Check the address.`, options);
  const message = `The connection to ${origin} broke (${said}). What was asked may have been carried out: check before trying again.`;
  return new GatehouseError('connection-lost', message, options);
}

/** Node tries several addresses of a name at once; then the codes are inside. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string') return code;
  const inner: unknown = Reflect.get(error, 'errors');
  return Array.isArray(inner) ? codeOf(inner[0]) : '';
}
