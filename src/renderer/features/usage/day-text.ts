/** A day of the calendar (`2026-11-30`) as the language writes it: with its weekday, or short. */
export function dayText(day: string, language: string, look: 'long' | 'short' = 'long'): string {
  // The same day wherever the page is: main has said which day it was.
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(language, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    ...(look === 'long' ? { weekday: 'short', year: 'numeric' } : {}),
  });
}
