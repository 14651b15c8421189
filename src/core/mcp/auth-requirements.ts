import type { ProtocolRequirement } from './protocol-requirements.js';

/** The rules of authorization (2026-07-28) that a client keeps; see `PROTOCOL_REQUIREMENTS`. */
export const AUTH_REQUIREMENTS = {
  'auth.pkce-resource': {
    sentence: 'PKCE by S256 and the resource indicator are in both requests, the latter as the server wrote it',
    source: '2026-07-28 basic/authorization',
  },
  'auth.token-in-header': {
    sentence:
      'a token is in the authorization header of every request, never in the query, and goes to its server alone',
    source: '2026-07-28 basic/authorization',
  },
  'auth.resource-match': {
    sentence: 'metadata that speaks of another resource is not used',
    source: '2026-07-28 basic/authorization',
  },
  'auth.resource-discovery': {
    sentence: 'resource metadata is read from where the challenge says, else from the two well-known places',
    source: '2026-07-28 basic/authorization',
  },
  'auth.issuer-match': {
    sentence: 'metadata of an issuer is used only where it names the very issuer that was asked for',
    source: '2026-07-28 basic/authorization',
  },
  'auth.issuer-discovery': {
    sentence: 'the metadata of an issuer is looked for at the places of OAuth and OpenID Connect, in order',
    source: '2026-07-28 basic/authorization',
  },
  'auth.pkce-refusal': {
    sentence: 'an issuer that does not say that it knows PKCE is not signed in at',
    source: '2026-07-28 basic/authorization',
  },
  'auth.browser-address': {
    sentence: 'only https, or http of this computer, is opened in a browser',
    source: '2026-07-28 basic/authorization',
  },
  'auth.client-id': {
    sentence: 'a registered client comes before a document, and that before a registration',
    source: '2026-07-28 basic/authorization',
  },
  'auth.native-registration': {
    sentence: 'a registration names the application type and the grants',
    source: '2026-07-28 basic/authorization',
  },
  'auth.iss': {
    sentence:
      'the iss of an answer is compared letter by letter wherever it is there, and asked for where it is promised',
    source: '2026-07-28 basic/authorization',
  },
  'auth.state': {
    sentence: 'an answer with another state is not used',
    source: '2026-07-28 basic/authorization',
  },
  'auth.renewal': {
    sentence: 'a refused token is renewed, and the refresh token rotates',
    source: '2026-07-28 basic/authorization',
  },
  'auth.scope-choice': {
    sentence: 'scopes are those of the challenge, else all that are supported, else none',
    source: '2026-07-28 basic/authorization',
  },
  'auth.step-up': {
    sentence: 'more scopes are asked for besides the earlier ones, a limited number of times',
    source: '2026-07-28 basic/authorization',
  },
  'auth.issuer-bound': {
    sentence: 'credentials of one issuer are never shown to another',
    source: '2026-07-28 basic/authorization',
  },
  'auth.private-address': {
    sentence: 'addresses of metadata do not lead into private networks',
    source: '2026-07-28 basic/security_best_practices',
  },
} as const satisfies Readonly<Record<string, ProtocolRequirement>>;
