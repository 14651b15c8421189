import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is the folder or lies in it. Both are absolute; links are not followed. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
