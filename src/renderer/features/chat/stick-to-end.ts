/** What a scrolling view knows at one moment; all in pixels. */
export interface ScrollMoment {
  readonly top: number;
  /** How much is below what is seen. */
  readonly below: number;
}

/** So near to the end counts as there. */
const NEAR = 40;

/**
 * Whether the view keeps to the end. Only a move upwards lets go: content that grows, or a window that shrinks, also
 * puts the end out of sight but is nobody's wish. Coming near the end takes hold again.
 */
export function sticks(before: boolean, previousTop: number, now: ScrollMoment): boolean {
  if (now.below <= NEAR) return true;
  return before && now.top >= previousTop;
}
