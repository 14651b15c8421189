import { LINEAR, MEASURES, TOLERANCE } from './measures.mjs';

/** @typedef {import('./measures.mjs').Measure} Measure */
/** @typedef {'ours' | 'sdk1' | 'sdk2' | 'raw'} ClientName */
/** @typedef {Record<string, number>} Figures */
/** @typedef {Record<ClientName, Figures>} Round one round of a measure: every client once, right after each other */
/** @typedef {{ measure: Measure, rounds: readonly Round[] }} Outcome */

/** @type {readonly ClientName[]} */
export const CLIENTS = ['ours', 'sdk1', 'sdk2', 'raw'];
/** What ours is compared with. */
export const OTHERS = /** @type {const} */ (['sdk1', 'sdk2', 'raw']);

/** @param {readonly number[]} numbers */
function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * @param {Outcome} outcome
 * @param {ClientName} client
 * @param {string} figure
 */
export function medianOf({ rounds }, client, figure = 'value') {
  return median(rounds.map((round) => round[client][figure] ?? Number.NaN));
}

/**
 * The median of our figure ÷ theirs within a round.
 *
 * @param {Outcome} outcome
 * @param {ClientName} client
 * @param {string} figure
 */
export function ratioTo({ rounds }, client, figure = 'value') {
  return median(rounds.map((round) => (round.ours[figure] ?? Number.NaN) / (round[client][figure] ?? Number.NaN)));
}

/**
 * Whether a client was ended in a round because it took too long: then its figure is more than is shown.
 *
 * @param {Outcome} outcome
 * @param {ClientName} client
 */
export function isLate({ rounds }, client) {
  return rounds.some((round) => round[client]['late'] === 1);
}

/**
 * @param {Measure} measure
 * @param {number} ratio
 * @param {number} goal
 * @param {number} tolerance
 */
export function isMet({ better }, ratio, goal, tolerance = 1) {
  return better === 'lower' ? ratio <= goal * tolerance : ratio >= goal / tolerance;
}

/**
 * What misses its goal by more than the tolerance, as sentences.
 *
 * @param {readonly Outcome[]} outcomes
 * @returns {readonly string[]}
 */
export function misses(outcomes) {
  /** @type {string[]} */
  const found = [];
  for (const outcome of outcomes) {
    const { measure } = outcome;
    for (const [at, client] of /** @type {const} */ ([
      [0, 'sdk1'],
      [1, 'sdk2'],
    ])) {
      const goal = measure.goals?.[at];
      const ratio = ratioTo(outcome, client);
      if (goal === undefined || isMet(measure, ratio, goal, TOLERANCE)) continue;
      found.push(`${measure.title}: ours ÷ ${client} is ${ratio.toFixed(3)}, the goal is ${goal}.`);
    }
    const least = Math.min(...outcome.rounds.map(({ ours }) => ours['delivered'] ?? Number.NaN));
    if (measure.delivered === true && least !== measure.count) {
      found.push(`${measure.title}: ${least} of ${measure.count} were delivered.`);
    }
  }
  const growth = growthOfLarge(outcomes);
  if (growth > LINEAR * TOLERANCE)
    found.push(`100 MB take ${growth.toFixed(1)} times as long as 10 MB, not ${LINEAR}.`);
  return found;
}

/**
 * Our time for 100 MB ÷ that for 10 MB; not a number where they were not both measured.
 *
 * @param {readonly Outcome[]} outcomes
 */
export function growthOfLarge(outcomes) {
  const [small, big] = ['stdio-10-mb', 'stdio-100-mb'].map((id) => {
    const outcome = outcomes.find(({ measure }) => measure.id === id);
    return outcome === undefined ? Number.NaN : medianOf(outcome, 'ours');
  });
  return (big ?? Number.NaN) / (small ?? Number.NaN);
}

/**
 * The measures that were asked for.
 *
 * @param {readonly string[]} ids none: all
 */
export function chosen(ids) {
  const unknown = ids.find((id) => !MEASURES.some((measure) => measure.id === id));
  if (unknown !== undefined) {
    throw new Error(`There is no measure "${unknown}". There are ${MEASURES.map(({ id }) => id).join(', ')}.`);
  }
  return ids.length === 0 ? MEASURES : MEASURES.filter(({ id }) => ids.includes(id));
}
