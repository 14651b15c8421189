import { scaleLinear } from 'd3-scale';

/** About how many lines there are across a part of a chart. */
export const TICKS = 3;

export type Upwards = ReturnType<typeof upwards>;

/** An amount to y: an SVG counts from the top. It ends with a round number. */
export function upwards(most: number, height: number) {
  return scaleLinear([0, most], [height, 0]).nice(TICKS);
}
