import type { Words } from '../i18n/en.js';

/** How long something took, in ms: `12 ms`, `3.4 s`, `2 min 5 s`. */
export function formatDuration(ms: number, time: Words['time']): string {
  if (ms < 1000) return time.ms(Math.max(0, Math.round(ms)));
  if (ms < 10_000) return time.seconds((ms / 1000).toFixed(1));
  return formatElapsed(ms, time);
}

/** How long something has been going on, in ms, in whole units that do not flicker: `7 s`, `2 min 5 s`, `3 h 4 min`. */
export function formatElapsed(ms: number, time: Words['time']): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return time.seconds(String(seconds));
  if (seconds < 3600)
    return joined(time.minutes(Math.floor(seconds / 60)), seconds % 60, (n) => time.seconds(String(n)));
  return formatAge(ms, time);
}

/** How long something has lasted, coarsely: `12 s`, `2 min`, `3 h 4 min`, `5 d`. */
export function formatAge(ms: number, time: Words['time']): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return formatElapsed(ms, time);
  if (minutes < 60) return time.minutes(minutes);
  if (minutes < 1440) return joined(time.hours(Math.floor(minutes / 60)), minutes % 60, time.minutes);
  return time.days(Math.floor(minutes / 1440));
}

function joined(big: string, rest: number, small: (n: number) => string): string {
  return rest === 0 ? big : `${big} ${small(rest)}`;
}

/** A waiting clock: `0:07`, `12:30`, `1:00:00`. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** A size in bytes: `512 B`, `12.0 KB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function two(n: number): string {
  return String(n).padStart(2, '0');
}
