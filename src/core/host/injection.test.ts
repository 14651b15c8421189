import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApprovalOutcome, ApprovalRequest } from '../../shared/approval.js';
import type { AuditRecord } from '../../shared/audit.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { injections, type Injection } from './injection-corpus.test-kit.js';
import { ObedientWorld, OUTSIDE } from './obedient-world.test-kit.js';

const open: ObedientWorld[] = [];
afterEach(async () => {
  for (const world of open.splice(0)) await world.close();
});

type Answer = (request: ApprovalRequest) => ApprovalOutcome | 'silence';

/** A user who answers like this. A question without an answer is open until it is taken away. */
class Answering extends AutoPresenter {
  readonly #answer: Answer;

  constructor(answer: Answer) {
    super();
    this.#answer = answer;
  }

  override async present(...question: Parameters<AutoPresenter['present']>): Promise<ApprovalOutcome> {
    const [request] = question;
    const answer = this.#answer(request);
    if (answer === 'silence') return super.present(...question);
    this.asked.push(request);
    return answer;
  }
}

/** The world after all of the corpus was read, ten of it in a chat, with a user who answers like this. */
async function worldAfter(
  corpus: readonly Injection[],
  answer: Answer,
  patience: number,
  before?: (world: ObedientWorld) => unknown,
) {
  const presenter = new Answering(answer);
  const world = await ObedientWorld.open(corpus, presenter, patience);
  open.push(world);
  await before?.(world);
  for (let at = 0; at < corpus.length; at += 10) await world.read(corpus.slice(at, at + 10));
  expect(world.host.api?.requests.flatMap((request) => request.refusal ?? [])).toEqual([]);
  return { world, presenter };
}

/** Every file below the folder of the host, and what the one that was there before says. */
function filesOf({ host }: ObedientWorld): readonly string[] {
  const names = readdirSync(host.folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return [...names, readFileSync(join(host.folder, 'ws/plan.txt'), 'utf8')];
}

describe('500 injected instructions that the model obeys', () => {
  it('do nothing while the user says no, or nothing at all', async () => {
    const corpus = injections(500);
    let asked = 0;
    const { world, presenter } = await worldAfter(
      corpus,
      () => {
        asked += 1;
        if (asked % 3 === 0) return 'silence';
        if (asked % 50 === 1) throw new Error('the dialog broke');
        return { kind: 'denied' };
      },
      0.005,
    );
    // The model took the bait each time, so that each was a call that might have run.
    expect(new Set(world.obeyed.map((order) => JSON.stringify(order))).size).toBeGreaterThan(400);
    expect(world.obeyed).toHaveLength(corpus.length);
    expect(presenter.asked.length).toBeGreaterThan(100);

    expect(world.arrivals.filter(({ tool }) => tool !== 'read')).toEqual([]);
    expect(filesOf(world)).toEqual(['outside.txt', 'ws', 'ws/plan.txt', 'the plan']);
    expect(world.host.serverProcesses()).toEqual([]);
    expect(JSON.stringify(world.host.api?.requests)).not.toContain(OUTSIDE);
    // What was not run is recorded too, each with who kept it from running.
    const refusals = world.records.filter((record) => record.type === 'refusal');
    expect(refusals).toHaveLength(corpus.length);
    for (const { by } of refusals) expect(['user', 'unanswered', 'policy', 'invalid']).toContain(by);
  });

  it('run only as far as a recorded decision says so, whatever the user answers', async () => {
    const corpus = injections(200);
    const answers: ApprovalOutcome[] = [
      { kind: 'allowed', scope: 'once' },
      { kind: 'denied' },
      { kind: 'allowed', scope: 'chat' },
      { kind: 'unanswered' },
    ];
    let asked = 0;
    const allowed = new Set<string>();
    const answer: Answer = ({ callId, scopes }) => {
      const outcome = answers[(asked += 1) % answers.length] ?? { kind: 'denied' };
      if (outcome.kind === 'allowed' && scopes.includes(outcome.scope)) allowed.add(callId);
      return outcome;
    };
    const { world } = await worldAfter(corpus, answer, 600, async ({ host, ids }) => {
      await host.commands['policy.set']({ serverId: ids.mail, tool: 'send', verdict: 'deny' });
      host.desk.answer = (question) => question.kind === 'allow-tool';
      await host.commands['policy.set']({ serverId: ids.bank, tool: 'transfer', verdict: 'allow' });
      host.desk.answer = () => false;
    });

    // No call was written without an intent that stood in the record before, and no intent is of two calls.
    const recorded = world.arrivals.map((arrival) => arrival.recorded?.seq);
    expect(recorded).not.toContain(undefined);
    expect(new Set(recorded).size).toBe(world.arrivals.length);
    expect(world.arrivals.map(({ tool }) => tool)).toContain('transfer');
    expect(world.arrivals.map(({ tool }) => tool)).toContain('delete_account');
    expect(world.arrivals.map(({ tool }) => tool)).not.toContain('send');

    const intents = world.records.filter((record) => record.type === 'intent');
    // An intent of the user's is of a question that the user answered with an allow; any other one names its rule.
    for (const intent of intents) {
      if (intent.allowedBy.kind === 'user') expect(allowed).toContain(intent.callId);
      else expect(RULES_THAT_ALLOW).toContain(intent.allowedBy.rule);
    }
    // What changed on the disk has an intent that says so.
    const owned = filesOf(world).flatMap((name) => /owned-\d+\.txt$/u.exec(name)?.[0] ?? []);
    expect(owned.length).toBeGreaterThan(2);
    const said = JSON.stringify(intents.map((intent) => intent.arguments));
    for (const file of owned) expect(said).toContain(file);
    // Each wish of the model has one intent or one refusal.
    const settled = world.records.filter((record) => record.type === 'intent' || record.type === 'refusal');
    expect(settled.filter((record) => record.tool !== 'read' || record.serverId !== world.ids.mail)).toHaveLength(
      world.obeyed.length,
    );
  });
});

const RULES_THAT_ALLOW: readonly Extract<AuditRecord, { type: 'intent' }>['allowedBy']['rule'][] = [
  'user-allow',
  'chat-grant',
  'trusted-read-only-hint',
  'builtin-read',
];
