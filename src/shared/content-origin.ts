import type { HookEvent } from './hook.js';

/** Where a text that a turn took in came from. What the house itself says of a call has none. */
export type ContentOrigin =
  /** What a server answered; `name` as the user named it. */
  | { readonly kind: 'server'; readonly name: string }
  /** What stands in a file or folder of the workspace; `path` as it was asked for. */
  | { readonly kind: 'file'; readonly path: string }
  /** What a shell command printed: it may have read any file or page. */
  | { readonly kind: 'command' }
  /** What a hook of the user's put in place of a result. */
  | { readonly kind: 'hook'; readonly event: HookEvent };

/** A short name of the origin (English), for a sentence of policy. */
export function originName(origin: ContentOrigin): string {
  switch (origin.kind) {
    case 'server':
      return origin.name;
    case 'file':
      return `the file ${JSON.stringify(origin.path)}`;
    case 'command':
      return 'the output of a command';
    default:
      return `a ${origin.event} hook`;
  }
}
