/** How often a step that is still running says so where lines can't be rewritten, in ms. */
const PLAIN_INTERVAL = 15_000;

/**
 * Does one named step and shows it in one line: live with elapsed seconds on a terminal; elsewhere a line when it
 * starts, one every 15 s while it lasts, and one when it is done.
 *
 * @template T
 * @param {string} name what is done, as a person reads it
 * @param {(say: (detail: string) => void) => Promise<T>} work `say` replaces the detail shown behind the name
 * @param {NodeJS.WriteStream} out
 * @returns {Promise<T>}
 */
export async function withProgress(name, work, out = process.stdout) {
  const began = Date.now();
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  let detail = '';
  const live = out.isTTY;
  const line = () => `${name}${detail ? `, ${detail}` : ''}`;
  const draw = () => out.write(`\r\u001B[2K… ${line()} (${seconds()})`);
  if (live) draw();
  else out.write(`… ${name}\n`);
  const timer = setInterval(
    () => (live ? draw() : out.write(`… ${line()} (${seconds()})\n`)),
    live ? 200 : PLAIN_INTERVAL,
  );
  /** @param {string} mark */
  const end = (mark) => {
    clearInterval(timer);
    out.write(`${live ? '\r\u001B[2K' : ''}${mark} ${name} (${seconds()})\n`);
  };
  try {
    const result = await work((words) => {
      detail = words;
    });
    end('✓');
    return result;
  } catch (error) {
    end('✗');
    throw error;
  }
}
