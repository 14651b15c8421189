import { expect, it } from 'vitest';
import { CHAT_DOCUMENT } from '../core/conversation/chat-document.js';
import { STORED_DRAFTS } from '../core/host/stored-drafts.js';
import { STORED_POLICIES, STORED_SETTINGS, STORED_TOOLS } from '../core/host/stored-shapes.js';
import { createValidatorCache } from '../core/schema/validator.js';
import { STORED_SERVERS } from '../core/servers/stored-servers.js';
import { commandSchemas } from '../shared/ipc/contract.js';
import { STORED_SECRETS } from './secret-store.js';

// The app compiles them as `OWN_SCHEMAS`, which takes them for valid.
it.each(
  Object.entries({
    ...commandSchemas,
    CHAT_DOCUMENT,
    STORED_DRAFTS,
    STORED_POLICIES,
    STORED_SECRETS,
    STORED_SERVERS,
    STORED_SETTINGS,
    STORED_TOOLS,
  }),
)('%s is valid by the schema of its dialect', (_name, schema) => {
  expect(createValidatorCache({ compileMs: 30_000 }).check(schema)).toBeUndefined();
});
