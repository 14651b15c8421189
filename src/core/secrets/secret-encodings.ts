/** Shorter ones would be found in texts that have nothing to do with them. UTF-16 code units. */
const SHORTEST = 6;
const LONG_LINE = 16;

/**
 * The ways in which a secret may stand in a text: as it is, escaped in JSON, in an address, in Base64 (alone, and inside of
 * more, as in `user:secret`) and in hex. Empty for a value that is too short to be looked for.
 */
export function encodingsOf(secret: string): readonly string[] {
  const found = new Set<string>();
  for (const value of partsOf(secret)) {
    if (value.length < SHORTEST) continue;
    const bytes = Buffer.from(value, 'utf8');
    const hex = bytes.toString('hex');
    for (const text of [value, escaped(value), escaped(escaped(value)), hex, hex.toUpperCase()]) found.add(text);
    for (const text of [...addressForms(value), ...base64Forms(bytes)]) {
      if (text.length >= SHORTEST) found.add(text);
    }
  }
  return [...found];
}

/** A header's value is a secret as a whole, and so is what stands behind its scheme. */
function partsOf(secret: string): readonly string[] {
  const [, scheme = '', token] = /^(\w+)[ \t]+(\S+)$/.exec(secret.trim()) ?? [];
  if (token === undefined) return [secret, ...linesOf(secret)];
  if (scheme.toLowerCase() !== 'basic') return [secret, token];
  const pair = Buffer.from(token, 'base64').toString('utf8');
  return [secret, token, pair, pair.slice(pair.indexOf(':') + 1)];
}

/** As it stands between the quotes of a JSON text; twice: in a JSON text that is itself a text in one. */
function escaped(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** A log has a line at a time: the long ones of a key that has several are secrets by themselves. */
function linesOf(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/);
  return lines.length < 2 ? [] : lines.filter((line) => line.length >= LONG_LINE && !line.startsWith('-----'));
}

function addressForms(value: string): readonly string[] {
  // A lone surrogate can't be written in an address.
  const whole = Buffer.from(value, 'utf8').toString('utf8');
  const form = encodeURIComponent(whole);
  const lower = form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  return [form, lower, form.replaceAll('%20', '+'), encodeURI(whole)];
}

function base64Forms(bytes: Buffer): readonly string[] {
  const whole = bytes.toString('base64');
  const forms = [whole, whole.replace(/=+$/, '')];
  for (const before of [0, 1, 2]) forms.push(innerBase64(bytes, before));
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** What of the Base64 does not depend on the neighbours, where so many bytes (modulo 3) stand before. */
function innerBase64(bytes: Buffer, before: number): string {
  const all = Buffer.concat([Buffer.alloc(before), bytes]);
  const text = all.toString('base64').replace(/=+$/, '');
  const mixed = all.length % 3 === 0 ? 0 : 1;
  return text.slice(before === 0 ? 0 : before + 1, text.length - mixed);
}
