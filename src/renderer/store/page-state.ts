import type { Attachment } from '../../shared/attachment.js';
import type { ConversationId, ConversationState, MessageId } from '../../shared/conversation.js';
import type { AppState } from '../../shared/host-event.js';
import type { GatehouseBridge } from '../../shared/ipc/bridge.js';
import type { Told } from '../../shared/told.js';
import type { Route, RouteMemory } from './route.js';

/** What the page shows of the conversation that its route names. */
export type ConversationView =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading'; readonly id: ConversationId }
  | { readonly kind: 'failed'; readonly id: ConversationId; readonly error: Told }
  | { readonly kind: 'open'; readonly id: ConversationId; readonly seq: number; readonly state: ConversationState };

/** A dialog that can be opened from anywhere. */
export type Overlay = 'palette' | 'help';

/** Something that has no place of its own on the page, such as an error of a link. */
export interface PageNote {
  readonly id: number;
  readonly message: Told | string;
  /** What the user can do about it. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface PageState {
  /** `failed` with no error: the bridge itself broke. */
  readonly contact: { readonly kind: 'loading' | 'ready' } | { readonly kind: 'failed'; readonly error?: Told };
  readonly app: AppState | undefined;
  readonly systemLanguage: string;
  readonly platform: string;
  readonly version: string;
  readonly route: Route;
  readonly conversation: ConversationView;
  /** Unsent text by conversation id; `''` is the chat that does not exist yet. */
  readonly drafts: Readonly<Record<string, string>>;
  /** What is attached to them, likewise. */
  readonly attached: Readonly<Record<string, readonly Attachment[]>>;
  /** Messages that are being put in other words, by their id: a row that scrolls out of sight, or a page that is left, keeps none. */
  readonly edits: Readonly<Record<string, string>>;
  /** Rises whenever the composer should take the focus. */
  readonly composerFocus: number;
  /** Rises whenever the search should take the focus. */
  readonly searchFocus: number;
  /** The title of the next page takes the focus: the user came by a key, and where they were is gone. */
  readonly titleFocus: boolean;
  /** What lies over the page. */
  readonly overlay: Overlay | undefined;
  /** What was chosen in the palette, by the ids of its lines, the last first. */
  readonly paletteUsed: readonly string[];
  /** The chats stand open beside a folded side column. */
  readonly chatsOpen: boolean;
  readonly notes: readonly PageNote[];
  /** The message that a search led to, until it has been scrolled to. */
  readonly shownMessage: MessageId | undefined;
}

export interface PageStorePorts {
  readonly bridge: GatehouseBridge;
  readonly memory: RouteMemory;
  /** What the page speaks until the snapshot says what the system speaks; BCP 47. */
  readonly language: string;
  /** Runs the work once, soon: at the next animation frame. Events are gathered until then. */
  readonly nextFrame: (work: () => void) => void;
  /** Runs the work after so many ms, unless the function it gives is called first. */
  readonly later: (ms: number, work: () => void) => () => void;
}
