import type { DoorOptions } from '../../http/http-door.js';
import type { CredentialStore } from './credential-store.js';

/** How a client shows at the token endpoint who it is (RFC 7591, 2). */
export type ClientAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'none' | 'private_key_jwt';

/** A client that was registered by hand. */
export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret?: string;
  /** A private key as PEM (PKCS #8) and its algorithm, instead of a secret. */
  readonly privateKey?: { readonly pem: string; readonly algorithm: string };
  /** Default: by what the sign-in server offers. */
  readonly authMethod?: ClientAuthMethod;
  /** Where it was registered. Without it the first issuer that the server names is taken, and kept to. */
  readonly issuer?: string;
}

/** What gives the right to a token. */
export type GrantChoice =
  /** The user signs in with a browser. */
  | { readonly kind: 'authorization-code' }
  /** The client itself has the right (SEP-1046). */
  | { readonly kind: 'client-credentials' }
  /** Something signed a statement for this workload (RFC 7523, SEP-1933). `assertion` is asked for one for the issuer. */
  | { readonly kind: 'jwt-bearer'; readonly assertion: (issuer: string) => Promise<string> }
  /** The user's company decides: its identity provider gives a statement for the sign-in server (SEP-990). */
  | {
      readonly kind: 'enterprise';
      readonly identityProvider: {
        readonly issuer: string;
        /** Default: from the metadata of the issuer. */
        readonly tokenEndpoint?: string;
        readonly clientId: string;
        readonly clientSecret?: string;
      };
      /** An ID token of the user for that client. */
      readonly idToken: () => Promise<string>;
    };

/** What a sign-in page is opened for: to be let in at all, or for scopes that a call needs besides. */
export type AskedOfUser = 'sign-in' | 'more-scopes';

export interface OAuthOptions {
  /** The address of the MCP server: http(s), or ws(s). */
  readonly server: URL;
  readonly credentials: CredentialStore;
  /**
   * Opens a page in the browser of the system. The address was checked: https, or http of this computer. Without it the
   * user is not asked, and what needs them fails with code `sign-in-required`.
   */
  readonly openBrowser?: (url: URL) => Promise<void>;
  /** Whether the user may be asked now; looked at before anything is registered. Default: always. */
  readonly mayAsk?: (what: AskedOfUser) => boolean;
  /** Hears whose tokens are held: at first, and whenever they are got or given up. Must not throw. */
  readonly onHeld?: (issuer: string | undefined) => void;
  /** The name that registrations give, for the user's eyes at the sign-in server. */
  readonly clientName: string;
  readonly client?: RegisteredClient;
  /** The https address of the document that describes this client to sign-in servers. */
  readonly clientDocument?: string;
  /** Default: the user signs in. */
  readonly grant?: GrantChoice;
  /** Asked for where the server names no scopes in its challenge, instead of all that it supports. */
  readonly scope?: string;
  /** What the issuer calls itself, where the user knows it under another name than the one that the server gives. */
  readonly issuerAlias?: string;
  /** The user said that the sign-in servers of this server may be in a private network. */
  readonly trustPrivateNetwork?: boolean;
  readonly door?: DoorOptions;
  /** How long a sign-in may take, ms. Default 5 minutes. */
  readonly signInLimitMs?: number;
  /** ms since the epoch. Default: the system's clock. */
  readonly now?: () => number;
  /** Hears what is worth a line in the server's log. Must not throw. */
  readonly log?: (text: string) => void;
}
