const SECOND_HALF = /[\uDC00-\uDFFF]/;
const FIRST_HALF = /[\uD800-\uDBFF]/;

/** The last place of a text at or before `at` (UTF-16 units) where a cut breaks no character. */
export function cleanCut(text: string, at: number): number {
  return SECOND_HALF.test(text.charAt(at)) && FIRST_HALF.test(text.charAt(at - 1)) ? at - 1 : at;
}
