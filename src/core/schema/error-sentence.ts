import type { ErrorObject } from 'ajv';

const MAX_LENGTH = 500;

/** What ajv found, as a sentence: the outermost error, and what its branches wanted where it has any. */
export function errorSentence(errors: readonly ErrorObject[]): string {
  const outermost = errors.at(-1);
  if (outermost === undefined) return 'the value does not match its schema';
  const inner = [...new Set(errors.slice(0, -1).map(phrase))].slice(0, 3);
  const whole = inner.length === 0 ? phrase(outermost) : `${phrase(outermost)} (${inner.join('; ')})`;
  return whole.length > MAX_LENGTH ? `${whole.slice(0, MAX_LENGTH)}…` : whole;
}

function phrase(error: ErrorObject): string {
  const where = error.instancePath === '' ? 'the value' : `"${error.instancePath}"`;
  const detail = detailOf(error);
  const message = error.message ?? 'does not match its schema';
  return `${where} ${message}${detail === undefined ? '' : `: ${JSON.stringify(detail)}`}`;
}

/** What ajv's message leaves out: the name or the values it speaks of. */
function detailOf({ keyword, params }: ErrorObject): unknown {
  if (keyword === 'additionalProperties') return params['additionalProperty'];
  if (keyword === 'unevaluatedProperties') return params['unevaluatedProperty'];
  if (keyword === 'enum') return params['allowedValues'];
  if (keyword === 'const') return params['allowedValue'];
  return undefined;
}
