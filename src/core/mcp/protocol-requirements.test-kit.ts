import { PROTOCOL_REQUIREMENTS } from './protocol-requirements.js';
import type { RequirementId } from './protocol-requirements.js';

/** The name of a test that verifies a rule of the specification; `more` says what of it this very test looks at. */
export function verifies(id: RequirementId, more = ''): string {
  const { sentence, source } = PROTOCOL_REQUIREMENTS[id];
  return `${sentence}${more === '' ? '' : `, ${more}`} [${id}, ${source}]`;
}
