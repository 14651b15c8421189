import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import * as tls from 'node:tls';
import { errorMessage, GatehouseError } from '../errors.js';

/**
 * The authorities that are trusted with an extra PEM file on top of the usual ones; undefined where there is no file,
 * because the system's own choice then stands. Rejects with code `bad-certificate-file`.
 */
export async function trustedCertificates(caFile: string | undefined): Promise<string[] | undefined> {
  if (caFile === undefined) return undefined;
  let pem;
  try {
    pem = await readFile(caFile, 'utf8');
  } catch (error) {
    const message = `The certificate file ${caFile} can't be read: ${errorMessage(error)}. Correct its path.`;
    throw new GatehouseError('bad-certificate-file', message, { cause: error });
  }
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
    const message = `The file ${caFile} holds no certificate in PEM form ("-----BEGIN CERTIFICATE-----"). Convert it, or choose another.`;
    throw new GatehouseError('bad-certificate-file', message);
  }
  return [...usualCertificates(), pem];
}

/** Newer versions of Node also know what NODE_EXTRA_CA_CERTS and the system add. */
function usualCertificates(): readonly string[] {
  const get: unknown = Reflect.get(tls, 'getCACertificates');
  if (typeof get !== 'function') return rootCertificates;
  const found: unknown = Reflect.apply(get, tls, ['default']);
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : rootCertificates;
}
