import { assertNever } from '../../../shared/assert-never.js';
import { hasLegacyRevision, MODERN_REVISIONS, modernRevisionIn } from './revision.js';
import type { Era, EraSetting } from './revision.js';

export interface NegotiationOptions {
  readonly setting: EraSetting;
  /** The verdict of an earlier connection to the same server. */
  readonly known?: Era | undefined;
  /** Whether a server that ends itself over the probe can be started anew. */
  readonly canRestart: boolean;
}

/** What happened. `supported` is the list of revisions that the server named, empty where it named none. */
export type NegotiationEvent =
  | { readonly kind: 'discovered'; readonly supported: readonly string[] }
  | { readonly kind: 'probe-refused'; readonly supported: readonly string[] }
  /** No answer came in the time that a server which is there takes for one. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'exited' }
  | { readonly kind: 'restarted' }
  | { readonly kind: 'initialized' }
  | { readonly kind: 'initialize-refused'; readonly supported: readonly string[] };

/** What is to be done next. */
export type NegotiationAction =
  /** Send `server/discover` in this revision, and tell `silent` when nothing comes. */
  | { readonly kind: 'discover'; readonly revision: string }
  | { readonly kind: 'initialize' }
  /** Start the server anew, without a probe. */
  | { readonly kind: 'restart' }
  /** Wait for the next event; with `deadline`, tell `silent` when nothing comes. */
  | { readonly kind: 'wait'; readonly deadline: boolean }
  /** `learned` is what the next connection should know: it differs where the answer to the probe came too late. */
  | { readonly kind: 'done'; readonly era: Era; readonly revision?: string; readonly learned: Era }
  | { readonly kind: 'fail'; readonly why: 'no-common-revision' | 'refused' | 'exited'; readonly offered: string };

type Probe = 'none' | 'open' | 'refused' | { readonly revision: string };

/** Where a negotiation stands. Made by `beginNegotiation`; only `negotiate` looks inside. */
export interface NegotiationState {
  readonly phase: 'probing' | 'initializing' | 'restarting' | 'settled';
  readonly setting: EraSetting;
  readonly canRestart: boolean;
  readonly probe: Probe;
  readonly probes: number;
  readonly initializeRefused: boolean;
}

export interface NegotiationStep {
  readonly state: NegotiationState;
  readonly action: NegotiationAction;
}

/** A server may name the revision that it was just asked in (a list that changed meanwhile): once more, not for ever. */
const MOST_PROBES = 2;

/**
 * Which era a server speaks (basic/transports/stdio and basic/versioning, 2026-07-28): `server/discover` first; a
 * result, or a refusal that lists revisions, settles it; any other refusal, silence, or an exit means the handshake of
 * the revisions before. It never looks at one error code: servers answer the probe with -32601, -32602, -32000 or worse.
 */
export function beginNegotiation(options: NegotiationOptions): NegotiationStep {
  const state: NegotiationState = {
    phase: 'probing',
    setting: options.setting,
    canRestart: options.canRestart,
    probe: 'none',
    probes: 0,
    initializeRefused: false,
  };
  const legacyFirst = options.setting === 'legacy' || (options.setting === 'auto' && options.known === 'legacy');
  return legacyFirst ? initialize(state) : discover(state, MODERN_REVISIONS[0]);
}

/** The next step after an event. Pure; an event that means nothing where things stand leads to `wait`. */
export function negotiate(state: NegotiationState, event: NegotiationEvent): NegotiationStep {
  switch (state.phase) {
    case 'probing':
      return whileProbing(state, event);
    case 'initializing':
      return whileInitializing(state, event);
    case 'restarting':
      if (event.kind === 'restarted') return initialize(state);
      return event.kind === 'exited' ? fail(state, 'exited') : wait(state);
    case 'settled':
      return wait(state);
    default:
      return assertNever(state.phase);
  }
}

function whileProbing(state: NegotiationState, event: NegotiationEvent): NegotiationStep {
  switch (event.kind) {
    case 'discovered':
    case 'probe-refused':
      return answered(state, event.supported, event.kind === 'discovered');
    case 'silent':
      // Only a server that may have a handshake is offered one; else there is nothing but to wait for it.
      return state.setting === 'modern' || state.initializeRefused ? wait(state) : initialize(state);
    case 'exited':
      return exited(state);
    case 'restarted':
    case 'initialized':
    case 'initialize-refused':
      return wait(state);
    default:
      return assertNever(event);
  }
}

/** The probe has an answer. */
function answered(state: NegotiationState, supported: readonly string[], isResult: boolean): NegotiationStep {
  const revision = modernRevisionIn(supported);
  if (revision !== undefined && isResult) return done(state, 'modern', 'modern', revision);
  if (revision !== undefined && state.probes < MOST_PROBES) return discover(state, revision);
  const refused: NegotiationState = { ...state, probe: 'refused' };
  const mayInitialize = state.setting === 'auto' && !state.initializeRefused;
  if (mayInitialize && (supported.length === 0 || revision !== undefined || hasLegacyRevision(supported))) {
    return initialize(refused);
  }
  return fail(refused, supported.length === 0 ? 'refused' : 'no-common-revision', supported);
}

function whileInitializing(state: NegotiationState, event: NegotiationEvent): NegotiationStep {
  switch (event.kind) {
    case 'discovered': {
      // Late. What `initialize` is answered decides, because a server that accepts it is bound to it from then on.
      const revision = modernRevisionIn(event.supported);
      if (revision === undefined) return wait({ ...state, probe: 'refused' });
      return wait({ ...state, probe: { revision } }, true);
    }
    case 'probe-refused':
      return wait({ ...state, probe: 'refused' });
    case 'silent':
      return lateModern(state) ?? wait(state);
    case 'initialized':
      return done(state, 'legacy', typeof state.probe === 'object' ? 'modern' : 'legacy');
    case 'initialize-refused':
      return initializeRefused(state, event.supported);
    case 'exited':
      return state.probe === 'none' ? fail(state, 'exited') : exited(state);
    case 'restarted':
      return wait(state);
    default:
      return assertNever(event);
  }
}

function lateModern(state: NegotiationState): NegotiationStep | undefined {
  return typeof state.probe === 'object' ? done(state, 'modern', 'modern', state.probe.revision) : undefined;
}

/** What was known of the server may no longer be so: it is probed, unless it was. */
function initializeRefused(state: NegotiationState, supported: readonly string[]): NegotiationStep {
  const late = lateModern(state);
  if (late !== undefined) return late;
  const next: NegotiationState = { ...state, initializeRefused: true };
  const unprobed = state.probe === 'none' || (state.probe === 'open' && modernRevisionIn(supported) !== undefined);
  if (state.setting === 'auto' && unprobed) return discover(next, modernRevisionIn(supported) ?? MODERN_REVISIONS[0]);
  return fail(next, 'refused', supported);
}

/** A server that ends itself over a request it does not know is given one more start, without that request. */
function exited(state: NegotiationState): NegotiationStep {
  if (state.setting !== 'auto' || !state.canRestart || state.initializeRefused) return fail(state, 'exited');
  const next: NegotiationState = { ...state, phase: 'restarting', canRestart: false, probe: 'refused' };
  return { state: next, action: { kind: 'restart' } };
}

function discover(state: NegotiationState, revision: string): NegotiationStep {
  const next: NegotiationState = { ...state, phase: 'probing', probe: 'open', probes: state.probes + 1 };
  return { state: next, action: { kind: 'discover', revision } };
}

function initialize(state: NegotiationState): NegotiationStep {
  return { state: { ...state, phase: 'initializing' }, action: { kind: 'initialize' } };
}

function wait(state: NegotiationState, deadline = false): NegotiationStep {
  return { state, action: { kind: 'wait', deadline } };
}

function done(state: NegotiationState, era: Era, learned: Era, revision?: string): NegotiationStep {
  const action: NegotiationAction = { kind: 'done', era, learned, ...(revision !== undefined && { revision }) };
  return { state: { ...state, phase: 'settled' }, action };
}

function fail(
  state: NegotiationState,
  why: 'no-common-revision' | 'refused' | 'exited',
  supported: readonly string[] = [],
): NegotiationStep {
  return { state: { ...state, phase: 'settled' }, action: { kind: 'fail', why, offered: supported.join(', ') } };
}
