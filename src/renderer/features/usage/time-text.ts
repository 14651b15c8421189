/** Day and time, as the language writes them. */
export function timeText(at: number, language: string): string {
  return new Date(at).toLocaleString(language, { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
}
