import { appendFile, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How much of the log's end is read, in bytes: far more than the entries that are shown need. */
const TAIL = 64 * 1024;

/** The deployments that were triggered: one line each, oldest first, in one file that only grows. */
export class DeploymentLog {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Appends `<ISO time> <service> <version>` and returns that line. Neither part may hold white space. */
  async append(at: Date, service: string, version: string): Promise<string> {
    const line = `${at.toISOString()} ${service} ${version}`;
    await mkdir(dirname(this.#file), { recursive: true });
    await appendFile(this.#file, `${line}\n`); // one write with O_APPEND, so that lines of two servers do not mix
    return line;
  }

  /** The last lines, oldest first; none where nothing was deployed yet. */
  async last(count: number): Promise<readonly string[]> {
    let file;
    try {
      file = await open(this.#file, 'r');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
    try {
      const { size } = await file.stat();
      const start = Math.max(0, size - TAIL);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
      const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
      const whole = start === 0 ? lines : lines.slice(1);
      return whole.filter((line) => line !== '').slice(-count);
    } finally {
      await file.close();
    }
  }
}
