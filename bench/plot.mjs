import { NAMES } from './report.mjs';
import { medianOf, ratioTo } from './verdicts.mjs';

/** @typedef {import('./verdicts.mjs').Outcome} Outcome */

const LEFT = 470;
const WIDTH = 980;
const RIGHT = 40;
const ROW = 40;
const TOP = 74;
const COLOURS = { ours: '#0b7a5c', sdk2: '#8a8f98', raw: '#c9a227' };

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/**
 * How many times as good as SDK 1.x a client is.
 *
 * @param {Outcome} outcome
 * @param {'ours' | 'sdk2' | 'raw'} client
 */
function gain(outcome, client) {
  const ours = 1 / ratioTo(outcome, 'sdk1');
  const factor = client === 'ours' ? 1 : medianOf(outcome, 'ours') / medianOf(outcome, client);
  const lower = ours * factor;
  return outcome.measure.better === 'lower' ? lower : 1 / lower;
}

/**
 * A plot of all results on one axis: times as good as SDK 1.x, logarithmic.
 *
 * @param {readonly Outcome[]} outcomes
 * @returns {string} an SVG
 */
export function plot(outcomes) {
  const gains = outcomes.flatMap((outcome) => [gain(outcome, 'ours'), gain(outcome, 'sdk2'), gain(outcome, 'raw')]);
  const sound = gains.filter((value) => Number.isFinite(value) && value > 0);
  const low = Math.min(0.5, ...sound) * 0.9;
  const high = Math.max(2, ...sound) * 1.2;
  const span = Math.log(high / low);
  /** @param {number} value */
  const x = (value) => LEFT + ((WIDTH - LEFT - RIGHT) * Math.log(value / low)) / span;
  const height = TOP + outcomes.length * ROW + 20;
  const grid = [0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200]
    .filter((value) => value >= low && value <= high)
    .map((value) => {
      const at = x(value).toFixed(1);
      const stroke = value === 1 ? '#3a3f47' : '#d7dae0';
      return `<line x1="${at}" x2="${at}" y1="${TOP - 12}" y2="${height - 16}" stroke="${stroke}"/><text x="${at}" y="${TOP - 18}" text-anchor="middle" class="small">${value}×</text>`;
    });
  const rows = outcomes.map((outcome, at) => row(outcome, TOP + at * ROW + ROW / 2, x));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#1d2127">
<style>.small{font-size:11px;fill:#5b616b}</style>
<rect width="100%" height="100%" fill="#fff"/>
<text x="16" y="24" font-size="16" font-weight="600">Times as good as the official ${NAMES.sdk1} (1×)</text>
${legend()}
${grid.join('\n')}
${rows.join('\n')}
</svg>
`;
}

/**
 * @param {Outcome} outcome
 * @param {number} y
 * @param {(value: number) => number} x
 */
function row(outcome, y, x) {
  const { title, goals, better } = outcome.measure;
  const [goal] = goals ?? [];
  const wanted = goal === undefined ? undefined : better === 'lower' ? 1 / goal : goal;
  const ours = gain(outcome, 'ours');
  const dots = /** @type {const} */ (['raw', 'sdk2']).map(
    (client) => `<circle cx="${x(gain(outcome, client)).toFixed(1)}" cy="${y}" r="5" fill="${COLOURS[client]}"/>`,
  );
  const from = Math.min(x(1), x(ours));
  const bar = `<rect x="${from.toFixed(1)}" y="${y - 7}" width="${Math.abs(x(ours) - x(1)).toFixed(1)}" height="14" rx="2" fill="${COLOURS.ours}"/>`;
  const mark =
    wanted === undefined
      ? ''
      : `<line x1="${x(wanted).toFixed(1)}" x2="${x(wanted).toFixed(1)}" y1="${y - 12}" y2="${y + 12}" stroke="#b3261e" stroke-width="2"/>`;
  const shown = ours >= 10 ? ours.toFixed(0) : ours.toFixed(1);
  return `<text x="${LEFT - 14}" y="${y + 4}" text-anchor="end">${escaped(title)}</text>${bar}${dots.join('')}${mark}<text x="${(Math.max(x(ours), x(1)) + 8).toFixed(1)}" y="${y - 10}" class="small">${shown}×</text>`;
}

function legend() {
  const entries = [
    [COLOURS.ours, NAMES.ours],
    [COLOURS.sdk2, NAMES.sdk2],
    [COLOURS.raw, `${NAMES.raw} (floor)`],
    ['#b3261e', 'goal'],
  ];
  return entries
    .map(
      ([colour, name], at) =>
        `<rect x="${16 + at * 130}" y="36" width="12" height="12" fill="${colour}"/><text x="${33 + at * 130}" y="46" class="small">${name}</text>`,
    )
    .join('');
}
