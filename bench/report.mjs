import { LINEAR } from './measures.mjs';
import { CLIENTS, growthOfLarge, isLate, isMet, medianOf, OTHERS, ratioTo } from './verdicts.mjs';

/** @typedef {import('./verdicts.mjs').Outcome} Outcome */

/** What is compared, as a reader knows it. */
export const NAMES = { ours: 'Gatehouse', sdk1: 'SDK 1.32.2', sdk2: 'client 2.4.0', raw: 'bare pipe' };

/** @param {number} value */
function figure(value) {
  if (Number.isNaN(value)) return '–';
  if (value >= 1_000) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(3);
}

/**
 * A ratio beside its goal, with a mark where the goal is met.
 *
 * @param {Outcome} outcome
 * @param {'sdk1' | 'sdk2'} client
 */
function ratioCell(outcome, client) {
  const { measure } = outcome;
  const goal = measure.goals?.[client === 'sdk1' ? 0 : 1];
  const ratio = ratioTo(outcome, client);
  const shown = `${isLate(outcome, client) ? '< ' : ''}${figure(ratio)}`;
  if (goal === undefined) return shown;
  const sign = measure.better === 'lower' ? '≤' : '≥';
  return `${shown} (${sign} ${goal}) ${isMet(measure, ratio, goal) ? '✓' : '✗'}`;
}

/**
 * The table of all results as Markdown.
 *
 * @param {readonly Outcome[]} outcomes
 * @param {string} machine what they were measured on
 */
export function table(outcomes, machine) {
  const rows = outcomes.map((outcome) => {
    const { measure } = outcome;
    const values = CLIENTS.map(
      (client) => `${isLate(outcome, client) ? '> ' : ''}${figure(medianOf(outcome, client))}`,
    );
    const toRaw = figure(ratioTo(outcome, 'raw'));
    const cells = [
      `${measure.title}, ${measure.unit}`,
      ...values,
      ratioCell(outcome, 'sdk1'),
      ratioCell(outcome, 'sdk2'),
    ];
    return `| ${[...cells, toRaw].join(' | ')} |`;
  });
  const cpu = outcomes.map((outcome) => {
    const values = CLIENTS.map((client) => figure(medianOf(outcome, client, 'cpu')));
    const ratios = OTHERS.map((client) => figure(ratioTo(outcome, client, 'cpu')));
    return `| ${[outcome.measure.title, ...values, ...ratios].join(' | ')} |`;
  });
  const heads = CLIENTS.map((client) => NAMES[client]);
  return `# Benchmark

${machine}

Each figure is the median over the rounds of a measure. In a round every client is measured once, in a process of its own, one right after the other; a ratio is taken within a round, and the median of the ratios is shown with its goal. Limits, timeouts, the probe of the era, output validation and the log are on in our client. A page of tools that comes again as it was is not parsed again by our client, and by no other. Before the memory is read for the first time, every client has had V8 optimize a function. The bare pipe frames lines, parses JSON and matches ids, and does nothing else: it is the floor. The servers answer with prebuilt text and do not parse the calls that are made by the thousand. Ours is loaded in a bundle, made by what bundles the app, without the package that only Windows loads; the SDKs are loaded from their packages, where a row does not say otherwise.

| measure | ${heads.join(' | ')} | ours ÷ 1.x (goal) | ours ÷ 2.x (goal) | ours ÷ bare |
| --- | ${[...CLIENTS, 1, 2, 3].map(() => '---:').join(' | ')} |
${rows.join('\n')}

${remarks(outcomes)}
## CPU time of the client

Per call (µs) where calls are counted one by one, else for the whole measure (ms).

| measure | ${heads.join(' | ')} | ours ÷ 1.x | ours ÷ 2.x | ours ÷ bare |
| --- | ${[...CLIENTS, 1, 2, 3].map(() => '---:').join(' | ')} |
${cpu.join('\n')}
`;
}

/** @param {readonly Outcome[]} outcomes */
function remarks(outcomes) {
  const growth = growthOfLarge(outcomes);
  const lines = outcomes
    .filter(({ measure }) => measure.delivered === true)
    .map(({ measure, rounds }) => {
      const least = CLIENTS.map((client) => {
        const delivered = Math.min(...rounds.map((round) => round[client]['delivered'] ?? Number.NaN));
        return `${NAMES[client]} ${delivered.toLocaleString('en-US')}`;
      });
      return `- ${measure.title}: delivered at least ${least.join(', ')} of ${measure.count.toLocaleString('en-US')}.`;
    });
  for (const { measure } of outcomes.filter((outcome) => CLIENTS.some((client) => isLate(outcome, client)))) {
    const seconds = (measure.patienceMs ?? 0) / 1_000;
    lines.push(
      `- ${measure.title}: a client that had not answered after ${seconds} s was ended, and counts with that time.`,
    );
  }
  if (!Number.isNaN(growth)) lines.push(`- 100 MB take us ${growth.toFixed(1)} times as long as 10 MB (≤ ${LINEAR}).`);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
