import type { ArgumentTest, ArgumentValue } from '../../../shared/argument-rule.js';
import type { CommandInput } from '../../../shared/ipc/contract.js';
import { isJsonObject, type JsonObject } from '../../../shared/json.js';
import type { Words } from '../../i18n/en.js';

/** A test and whether it is turned round, as one choice. */
export type Condition = keyof Words['argumentRules']['kind'];
type Kind = ArgumentTest['kind'];
type TestInput = CommandInput<'policy.addArgumentRule'>['when'][number];

/** One condition as the form has it. */
export interface TestDraft {
  readonly argument: string;
  readonly condition: Condition;
  readonly value: string;
}

export const CONDITIONS: readonly Condition[] = [
  'under',
  'not-under',
  'host',
  'not-host',
  'equals',
  'not-equals',
  'one-of',
  'not-one-of',
  'matches',
  'not-matches',
];

const KINDS: Readonly<Record<Condition, Kind>> = {
  under: 'under',
  'not-under': 'under',
  host: 'host',
  'not-host': 'host',
  equals: 'equals',
  'not-equals': 'equals',
  'one-of': 'one-of',
  'not-one-of': 'one-of',
  matches: 'matches',
  'not-matches': 'matches',
};

export function kindOf(condition: Condition): Kind {
  return KINDS[condition];
}

/** The test that a draft says, its values typed as the tool's schema says; undefined while something is missing. */
export function testOf({ argument, condition, value }: TestDraft, schema: JsonObject): TestInput | undefined {
  const not = condition.startsWith('not-') ? { not: true } : {};
  const typed = (text: string): ArgumentValue | undefined => typedValue(text, typeOf(schema, argument));
  if (argument === '') return undefined;
  switch (KINDS[condition]) {
    case 'under':
      return value.trim() === '' ? undefined : { argument, kind: 'under', ...not, folder: value.trim() };
    case 'host': {
      const hosts = value.split(/[\s,]+/u).filter((host) => host !== '');
      return hosts.length === 0 ? undefined : { argument, kind: 'host', ...not, hosts };
    }
    case 'equals': {
      const only = typed(value);
      return only === undefined ? undefined : { argument, kind: 'equals', ...not, value: only };
    }
    case 'one-of': {
      const values = value.split(',').map((text) => typed(text.trim()));
      const known = values.filter((item) => item !== undefined && item !== '');
      if (known.length === 0 || values.includes(undefined)) return undefined;
      return { argument, kind: 'one-of', ...not, values: known.filter((item) => item !== undefined) };
    }
    default:
      return value === '' ? undefined : { argument, kind: 'matches', ...not, pattern: value };
  }
}

/** The names of a tool's arguments, in the order of its schema. */
export function argumentNames(schema: JsonObject): readonly string[] {
  const { properties } = schema;
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** A test in a line of the page's language. */
export function testText(test: ArgumentTest, words: Words): string {
  const condition: Condition = test.not === true ? `not-${test.kind}` : test.kind;
  return `${test.argument} ${words.argumentRules.kind[condition]} ${valueText(test)}`;
}

function valueText(test: ArgumentTest): string {
  switch (test.kind) {
    case 'under':
      return test.folder;
    case 'host':
      return test.hosts.join(' ');
    case 'equals':
      return JSON.stringify(test.value);
    case 'one-of':
      return test.values.map((value) => JSON.stringify(value)).join(', ');
    default:
      return test.pattern;
  }
}

function typeOf(schema: JsonObject, argument: string): unknown {
  const { properties } = schema;
  const own = isJsonObject(properties) && Object.hasOwn(properties, argument) ? properties[argument] : undefined;
  return isJsonObject(own) ? own['type'] : undefined;
}

function typedValue(text: string, type: unknown): ArgumentValue | undefined {
  if (type === 'number' || type === 'integer') {
    const number = Number(text);
    return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
  }
  if (type !== 'boolean') return text;
  const word = text.trim();
  return word === 'true' || word === 'false' ? word === 'true' : undefined;
}
