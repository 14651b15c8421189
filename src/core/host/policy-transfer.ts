import { isJsonObject, type JsonObject } from '../../shared/json.js';
import type { StoredPolicies } from '../../shared/policy.js';
import type { ToldParts } from '../../shared/told.js';
import { GatehouseError } from '../errors.js';
import { compileValidator, OWN_SCHEMAS } from '../schema/validator.js';
import { parsePositionedJson, pathNamedIn } from '../servers/positioned-json.js';
import type { HostCommands } from './host.js';
import { confirmed, type PolicyCommandParts } from './policy-commands.js';
import { type ImportPlan, planImport } from './policy-import.js';
import { policiesCheck, policiesOf, type StoredPoliciesFile } from './stored-shapes.js';
import { STORED_VERSION } from './stored-file.js';

export interface TransferParts extends PolicyCommandParts {
  readonly newId: () => string;
  /** ms since the epoch. */
  readonly now: () => number;
}

type TransferCommands = Pick<HostCommands, 'policy.export' | 'policy.checkImport' | 'policy.import'>;

/** What `policy.export` writes: the stored policies, and the names of the servers that they speak of. */
interface Exported {
  readonly policies: StoredPolicies;
  readonly serverNames: Readonly<Record<string, string>>;
}

/** Taking policy out and in. What an import loosens is asked natively, all of it at once, before anything changes. */
export function transferCommands(parts: TransferParts): TransferCommands {
  return {
    'policy.export': async () => ({ json: exported(parts) }),
    'policy.checkImport': async ({ json }) => ({ changes: plan(json, parts).changes }),
    'policy.import': async ({ json }) => {
      const asked = plan(json, parts);
      const loosens = asked.changes.filter(({ effect }) => effect === 'loosens');
      if (loosens.length > 0) {
        await confirmed({ kind: 'import-policies', changes: loosens }, 'Nothing was imported.', parts);
        // What the user was asked about is what is to happen; policy may have changed meanwhile.
        if (JSON.stringify(plan(json, parts).changes) !== JSON.stringify(asked.changes)) {
          throw new GatehouseError('tool-changed', 'Your rules changed while you were asked; import again.');
        }
      }
      parts.policies.replaceAll(asked.policies);
      const denied = new Set(
        asked.policies.tools.filter(({ verdict }) => verdict !== 'allow').map((entry) => keyOf(entry)),
      );
      parts.grants.revokeWhere((grant) => denied.has(keyOf(grant)));
      return { changes: asked.changes };
    },
  };
}

function exported({ policies, servers }: TransferParts): string {
  const { tools, argumentRules, guard } = policies.stored();
  const named = [...tools, ...argumentRules].map(({ serverId }): [string, string] => [
    serverId,
    servers.find(serverId)?.name ?? serverId,
  ]);
  const content = {
    version: STORED_VERSION,
    // What a server says of its tools is its own affair, and long.
    policies: { tools: tools.map(({ definition: _left, ...entry }) => entry), argumentRules, guard },
    serverNames: Object.fromEntries(named),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function plan(json: string, parts: TransferParts): ImportPlan {
  const { policies, serverNames } = read(json);
  return planImport(policies, serverNames, parts);
}

/** Throws `bad-json` and `bad-policies`, with line and column. */
function read(json: string): Exported {
  const parsed = parsePositionedJson(json);
  const [twice] = parsed.duplicates;
  if (twice !== undefined) throw bad(twice, `${JSON.stringify(twice.key)} stands there twice`, { twice: twice.key });
  const content: unknown = parsed.value;
  if (!isJsonObject(content) || content['policies'] === undefined) {
    throw bad({ line: 1, column: 1 }, 'there are no "policies" in it');
  }
  if (content['version'] !== STORED_VERSION) {
    const version = JSON.stringify(content['version'] ?? null);
    const supported = String(STORED_VERSION);
    throw bad(parsed.place(['version']), `its version is ${version}, not ${supported}`, { version, supported });
  }
  const wrong = policiesCheck((schema) => compileValidator(schema, OWN_SCHEMAS))(content['policies']);
  if (!isPolicies(content['policies'], wrong)) {
    const why = wrong ?? '';
    throw bad(parsed.place(['policies', ...pathNamedIn(why)]), why, { why });
  }
  return { policies: policiesOf(content['policies']), serverNames: names(content) };
}

function names(content: JsonObject): Readonly<Record<string, string>> {
  const found = content['serverNames'];
  if (!isJsonObject(found)) return {};
  return Object.fromEntries(
    Object.entries(found).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

function isPolicies(_value: unknown, wrong: string | undefined): _value is StoredPoliciesFile {
  return wrong === undefined;
}

function bad(
  { line, column }: { readonly line: number; readonly column: number },
  what: string,
  parts: ToldParts = {},
): GatehouseError {
  return new GatehouseError('bad-policies', `These are no policies: line ${line}, column ${column}: ${what}.`, {
    parts: { line: String(line), column: String(column), ...parts },
  });
}

function keyOf({ serverId, tool }: { readonly serverId: string; readonly tool: string }): string {
  return JSON.stringify([serverId, tool]);
}

/** A change in a line of English, for the native question. */
