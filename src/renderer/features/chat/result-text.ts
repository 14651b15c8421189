/** Longer texts are shown as they came: parsing them would hold up the page. */
const LONGEST_PARSED = 200_000;

/** Text that is a JSON object or array is laid out for reading; every other text stays as it is. */
export function prettyIfJson(text: string): string {
  const start = text.trimStart()[0];
  if ((start !== '{' && start !== '[') || text.length > LONGEST_PARSED) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // it only looked like JSON
  }
}

const SHOWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** Pixel images are shown in place; an SVG is a document, and is only named. */
export function isShownImage(mimeType: string): boolean {
  return SHOWN.has(mimeType.toLowerCase());
}
