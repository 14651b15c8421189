import { readdirSync, readFileSync } from 'node:fs';

/** What the processes of one start take together, the servers that it started included. */
export interface TreeFigures {
  readonly processes: number;
  /** Proportional: what is shared with others counts by its share. MB. */
  readonly pssMb: number;
}

/** A process and all that came of it. Linux. */
export function treeFigures(root: number): TreeFigures {
  const pids = descendants(root);
  const sum = (figure: (pid: number) => number): number => pids.reduce((total, pid) => total + figure(pid), 0);
  return { processes: pids.length, pssMb: sum(pssOf) / 1024 };
}

/** Itself first. Chromium's processes do not keep the environment of their parent: only who began them tells. */
function descendants(root: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map((name) => [Number(name), parentOf(Number(name))] as const);
  const found = [root];
  for (const pid of found) found.push(...parents.flatMap(([child, parent]) => (parent === pid ? child : [])));
  return found;
}

/** kB. */
function pssOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/mu.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

function parentOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Empty where the process has gone. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
