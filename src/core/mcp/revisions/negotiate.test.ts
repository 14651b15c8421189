import { describe, expect, it } from 'vitest';
import { beginNegotiation, negotiate } from './negotiate.js';
import type { NegotiationAction, NegotiationEvent, NegotiationOptions } from './negotiate.js';
import { verifies } from '../protocol-requirements.test-kit.js';

const MODERN = ['2026-07-28'];
const LEGACY = ['2025-11-25'];
const AUTO: NegotiationOptions = { setting: 'auto', canRestart: true };

/** The actions of a negotiation in which these things happen. */
function play(options: NegotiationOptions, ...events: NegotiationEvent[]): NegotiationAction[] {
  let { state, action } = beginNegotiation(options);
  const actions = [action];
  for (const event of events) {
    ({ state, action } = negotiate(state, event));
    actions.push(action);
  }
  return actions;
}

/** The same as words: what was done, and how it ended. */
function story(options: NegotiationOptions, ...events: NegotiationEvent[]): string {
  return play(options, ...events)
    .map((action) => {
      if (action.kind === 'done') return `${action.era}, learned ${action.learned}`;
      if (action.kind === 'fail') return `fail ${action.why}`;
      return action.kind;
    })
    .join(' > ');
}

const refused: NegotiationEvent = { kind: 'probe-refused', supported: [] };
const silent: NegotiationEvent = { kind: 'silent' };
const exited: NegotiationEvent = { kind: 'exited' };
const restarted: NegotiationEvent = { kind: 'restarted' };
const initialized: NegotiationEvent = { kind: 'initialized' };
const initializeRefused: NegotiationEvent = { kind: 'initialize-refused', supported: [] };
const discovered: NegotiationEvent = { kind: 'discovered', supported: MODERN };

describe('the negotiation of the era', () => {
  it(verifies('discover.probe-first'), () => {
    expect(play(AUTO, discovered)).toEqual([
      { kind: 'discover', revision: '2026-07-28' },
      { kind: 'done', era: 'modern', learned: 'modern', revision: '2026-07-28' },
    ]);
  });

  it.each<[string, NegotiationEvent[], string]>([
    ['any refusal that names no revision', [refused, initialized], 'discover > initialize > legacy, learned legacy'],
    ['silence', [silent, initialized], 'discover > initialize > legacy, learned legacy'],
    ['an exit', [exited, restarted, initialized], 'discover > restart > initialize > legacy, learned legacy'],
    [
      'a list with a legacy revision alone, in a refusal',
      [{ kind: 'probe-refused', supported: LEGACY }, initialized],
      'discover > initialize > legacy, learned legacy',
    ],
    [
      'a list with a legacy revision alone, in a result',
      [{ kind: 'discovered', supported: LEGACY }, initialized],
      'discover > initialize > legacy, learned legacy',
    ],
  ])(verifies('discover.fallback', '%s'), (_name, events, told) => {
    expect(story(AUTO, ...events)).toBe(told);
  });

  it(verifies('version.pick-supported', 'once more, and not for ever'), () => {
    const listed: NegotiationEvent = { kind: 'probe-refused', supported: MODERN };
    expect(story(AUTO, listed, discovered)).toBe('discover > discover > modern, learned modern');
    expect(story(AUTO, listed, listed, initializeRefused)).toBe('discover > discover > initialize > fail refused');
  });

  it('ends where the revisions of the server are all unknown', () => {
    expect(play(AUTO, { kind: 'probe-refused', supported: ['2031-01-01'] }).at(-1)).toEqual({
      kind: 'fail',
      why: 'no-common-revision',
      offered: '2031-01-01',
    });
  });

  it('restarts a server once, and only where it can', () => {
    expect(story(AUTO, exited, restarted, exited)).toBe('discover > restart > initialize > fail exited');
    expect(story(AUTO, exited, exited)).toBe('discover > restart > fail exited');
    expect(story({ ...AUTO, canRestart: false }, exited)).toBe('discover > fail exited');
  });

  it('restarts a server that refused the probe and then ended over it', () => {
    expect(story(AUTO, refused, exited, restarted, initialized)).toBe(
      'discover > initialize > restart > initialize > legacy, learned legacy',
    );
  });

  describe('with an answer to the probe that comes after the handshake was offered', () => {
    it('is bound by a handshake that the server accepts, and learns for the next time', () => {
      expect(story(AUTO, silent, discovered, initialized)).toBe(
        'discover > initialize > wait > legacy, learned modern',
      );
    });

    it('is modern where the server refuses the handshake, or leaves it without an answer', () => {
      const told = 'discover > initialize > wait > modern, learned modern';
      expect(story(AUTO, silent, discovered, initializeRefused)).toBe(told);
      expect(story(AUTO, silent, discovered, silent)).toBe(told);
    });
  });

  it(verifies('discover.verdict-cached', 'and probed again when it does not hold'), () => {
    const known: NegotiationOptions = { ...AUTO, known: 'legacy' };
    expect(story(known, initialized)).toBe('initialize > legacy, learned legacy');
    expect(story(known, initializeRefused, discovered)).toBe('initialize > discover > modern, learned modern');
    expect(story(known, initializeRefused, refused)).toBe('initialize > discover > fail refused');
    expect(story(known, exited)).toBe('initialize > fail exited');
    expect(story({ ...AUTO, known: 'modern' }, refused, initialized)).toBe(
      'discover > initialize > legacy, learned legacy',
    );
  });

  it('does what is set for the server, and nothing else', () => {
    expect(story({ setting: 'legacy', canRestart: true }, initializeRefused)).toBe('initialize > fail refused');
    const modern: NegotiationOptions = { setting: 'modern', canRestart: true };
    expect(story(modern, refused)).toBe('discover > fail refused');
    expect(story(modern, silent, discovered)).toBe('discover > wait > modern, learned modern');
    expect(story(modern, exited)).toBe('discover > fail exited');
    expect(story(modern, { kind: 'probe-refused', supported: LEGACY })).toBe('discover > fail no-common-revision');
  });

  it('always ends, whatever happens in whatever order', () => {
    const events = [refused, silent, exited, restarted, initialized, initializeRefused, discovered];
    const settings: NegotiationOptions[] = [
      AUTO,
      { ...AUTO, known: 'legacy' },
      { setting: 'modern', canRestart: true },
    ];
    let seed = 7;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647);
    for (let run = 0; run < 5_000; run++) {
      let { state, action } = beginNegotiation(settings[run % settings.length] ?? AUTO);
      const done: string[] = [action.kind];
      for (let step = 0; step < 30 && action.kind !== 'done' && action.kind !== 'fail'; step++) {
        ({ state, action } = negotiate(state, events[random() % events.length] ?? silent));
        done.push(action.kind);
      }
      expect(done.filter((kind) => kind === 'restart').length).toBeLessThanOrEqual(1);
      expect(done.filter((kind) => kind === 'discover').length).toBeLessThanOrEqual(3);
      expect(done.filter((kind) => kind === 'initialize').length).toBeLessThanOrEqual(2);
      if (action.kind === 'done') expect(negotiate(state, exited).action).toEqual({ kind: 'wait', deadline: false });
    }
  });
});
