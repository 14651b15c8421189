/** A variable of a URI template, and how its value goes in. */
interface Expression {
  readonly operator: string;
  readonly names: readonly string[];
}

/** How an operator joins what it expands (RFC 6570, section 3.2.1). */
const RULES: Readonly<Record<string, { first: string; separator: string; named: boolean; reserved: boolean }>> = {
  '': { first: '', separator: ',', named: false, reserved: false },
  '+': { first: '', separator: ',', named: false, reserved: true },
  '#': { first: '#', separator: ',', named: false, reserved: true },
  '.': { first: '.', separator: '.', named: false, reserved: false },
  '/': { first: '/', separator: '/', named: false, reserved: false },
  ';': { first: ';', separator: ';', named: true, reserved: false },
  '?': { first: '?', separator: '&', named: true, reserved: false },
  '&': { first: '&', separator: '&', named: true, reserved: false },
};
const EXPRESSION = /\{([+#./;?&]?)([^{}]+)\}/gu;

/** The variables of a URI template in their order, each once. */
export function templateVariables(template: string): readonly string[] {
  const found = [...template.matchAll(EXPRESSION)].flatMap(([, operator = '', body = '']) =>
    namesOf({ operator, names: body.split(',') }),
  );
  return [...new Set(found)];
}

/** The URI of a template with these values, each a text (RFC 6570); an empty one counts as not given. */
export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(EXPRESSION, (_whole, operator: string, body: string) => {
    const rule = RULES[operator] ?? { first: '', separator: ',', named: false, reserved: false };
    const parts = namesOf({ operator, names: body.split(',') }).flatMap((name) => {
      const value = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
      if (value === '') return [];
      const encoded = rule.reserved ? encodeReserved(value) : encodeStrict(value);
      return [rule.named ? `${name}=${encoded}` : encoded];
    });
    return parts.length === 0 ? '' : rule.first + parts.join(rule.separator);
  });
}

/** Without what says how long a value may be, or that a list is spread out: a text is neither. */
function namesOf({ names }: Expression): readonly string[] {
  return names.map((name) => name.replace(/(?::\d+|\*)$/u, '').trim()).filter((name) => name !== '');
}

function encodeStrict(value: string): string {
  return encodeURIComponent(wellFormed(value)).replaceAll(/[!'()*]/gu, (sign) => percent(sign));
}

/** What has a meaning in a URI stays, and so does what is encoded already. */
function encodeReserved(value: string): string {
  return encodeURI(wellFormed(value))
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll(/%25([0-9A-Fa-f]{2})/gu, '%$1');
}

/** Half of a character has no place in a URI. */
function wellFormed(value: string): string {
  return value.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
