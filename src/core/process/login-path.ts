import { randomUUID } from 'node:crypto';
import { childEnvironment } from './child-environment.js';
import { spawnGuarded } from './guarded-child.js';

/** A shell whose start-up files take longer is not waited for, ms. */
const LIMIT_MS = 10_000;
/** What start-up files print before is not the answer; past this nobody looks for it. UTF-16 units. */
const MOST_OUTPUT = 1_000_000;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where programs are looked for. An app that a desktop starts has a short `PATH`, without the folders that the user's shell
 * adds (Homebrew, nvm); so the login shell is asked, once, and what it names comes before what the app was given. An app
 * that was started from a terminal has what the user has there.
 */
export class LoginPath {
  readonly #env: Environment;
  readonly #homeDir: string;
  readonly #limitMs: number;
  #asked: Promise<string | undefined> | undefined;

  constructor(env: Environment, homeDir: string, limitMs = LIMIT_MS) {
    this.#env = env;
    this.#homeDir = homeDir;
    this.#limitMs = limitMs;
  }

  /** The `PATH` for a child. Never rejects: a shell that can't be asked changes nothing. */
  async get(): Promise<string | undefined> {
    const { PATH: own, SHELL: shell = '', TERM: terminal = 'dumb' } = this.#env;
    if (process.platform === 'win32' || !shell.startsWith('/') || terminal !== 'dumb') return own;
    this.#asked ??= this.#ask(shell).catch(() => undefined);
    const said = await this.#asked;
    return said === undefined ? own : merged(said, own);
  }

  async #ask(shell: string): Promise<string | undefined> {
    const mark = randomUUID();
    // Single quotes mean the same in every shell; `sh` sees what is exported, however the shell itself writes a list.
    const script = `/bin/sh -c 'printf %s "${mark}\${PATH}${mark}"'`;
    const env = childEnvironment(this.#env, {});
    const child = await spawnGuarded({ command: shell, args: ['-ilc', script], env, cwd: this.#homeDir });
    const timer = setTimeout(() => void child.kill(), this.#limitMs);
    try {
      child.stdin.end();
      child.stderr.resume();
      let printed = '';
      for await (const chunk of child.stdout.setEncoding('utf8')) {
        printed += String(chunk);
        const found = printed.split(mark);
        if (found.length > 2) return found[1];
        if (printed.length > MOST_OUTPUT) return undefined;
      }
      return undefined;
    } finally {
      clearTimeout(timer);
      await child.kill();
    }
  }
}

function merged(first: string, second: string | undefined): string {
  const folders = `${first}:${second ?? ''}`.split(':').filter((folder) => folder.startsWith('/'));
  return [...new Set(folders)].join(':');
}
