/** Milliseconds between renewals of a window that nobody sees: frames stop there, events do not. */
const HIDDEN_INTERVAL = 250;

/** Runs the work at the next animation frame, or soon where the window is hidden and has no frames. */
export function nextFrame(work: () => void): void {
  if (document.hidden) setTimeout(work, HIDDEN_INTERVAL);
  else requestAnimationFrame(work);
}
