/** One challenge of a `WWW-Authenticate` header (RFC 9110, 11.6.1). */
export interface Challenge {
  /** In small letters. */
  readonly scheme: string;
  /** Names in small letters. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const PART = new RegExp(`[\\s,]*(${TOKEN})(?:\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN})(?![=])))?`, 'y');

/** The challenges of a header, several joined by commas. What can't be read is skipped. */
export function readChallenges(header: string | undefined): readonly Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  const text = header ?? '';
  for (let at = 0; at < text.length;) {
    PART.lastIndex = at;
    const match = PART.exec(text);
    if (match === null) {
      at++;
      continue;
    }
    at = PART.lastIndex;
    const [, name = '', quoted, plain] = match;
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain;
    if (value === undefined) challenges.push({ scheme: name.toLowerCase(), parameters: new Map() });
    else challenges.at(-1)?.parameters.set(name.toLowerCase(), value);
  }
  return challenges;
}

/** A parameter of the first Bearer or DPoP challenge that has it. */
export function challengeParameter(challenges: readonly Challenge[], name: string): string | undefined {
  for (const { scheme, parameters } of challenges) {
    const value = scheme === 'bearer' || scheme === 'dpop' ? parameters.get(name) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}
