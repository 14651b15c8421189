import type { JsonObject, JsonValue } from '../../../shared/json.js';
import { isWeakVerb } from './concepts.js';
import type { Step } from './step.js';
import { convert, fitOf, isNumeric, suits } from './property-value.js';
import type { CatalogTool, Property } from './tool-catalog.js';
import type { Token } from './tokenizer.js';
import { unmark } from './tokenizer.js';

/** The arguments that a step gives a tool. */
export interface Filled {
  readonly input: JsonObject;
  /** Required properties that the step says nothing of. */
  readonly missing: readonly string[];
  /** Values of the step for which the tool has no place. */
  readonly unused: number;
  /** How well values suit their places: a path for a path is better than a word for one. */
  readonly fit: number;
}

const NAME_LIKE = /^(?:name|title|subject|label|key|slug|filename|file_name|id|path|file|summary)$/i;
const CONTENT_LIKE = /^(?:content|contents|text|body|message|description|note|value|data|details|comment)$/i;
const REST_LIKE =
  /^(?:query|q|keyword|keywords|search|term|question|prompt|expression|topic|command|cmd|script|code|sql)$/i;
const COMMAND_LIKE = /^(?:command|cmd|script|code|sql|expression)$/i;

/** Fills what it can, in order of certainty: said by key, said as name or content, known by its type, the rest in order. */
export function fillArguments(tool: CatalogTool, step: Step): Filled {
  const filling = new Filling(tool, step);
  filling.byKey();
  filling.byRole();
  filling.byType();
  filling.byOrder();
  return filling.result();
}

interface Value {
  readonly text: string;
  readonly tokens: readonly Token[];
}

class Filling {
  private readonly tool: CatalogTool;
  private readonly step: Step;
  private readonly input = new Map<string, JsonValue>();
  private readonly used = new Set<Token>();
  private named: string | undefined;
  private content: string | undefined;
  private fit = 0;

  constructor(tool: CatalogTool, step: Step) {
    this.tool = tool;
    this.step = step;
    this.named = step.named;
    this.content = step.content;
  }

  /** `key: value`, `key=value`, or the key's word right before or, for numbers, right behind the value. */
  byKey(): void {
    for (const property of this.open()) {
      const explicit = this.explicitPair(property);
      if (explicit !== undefined) {
        this.set(property, explicit);
        continue;
      }
      const { tokens } = this.step;
      const at = tokens.findIndex((token) => !this.used.has(token) && this.names(token, property));
      const next = tokens[at + 1];
      const before = tokens[at - 1];
      if (at < 0) continue;
      if (isNumeric(property) && before?.kind === 'number') this.take(property, before);
      else if (next !== undefined && isValue(next) && !this.used.has(next)) this.take(property, next);
    }
  }

  byRole(): void {
    const strings = this.open().filter((property) => property.type === 'string' && property.enumValues.length === 0);
    const nameFor =
      strings.find((property) => NAME_LIKE.test(property.name)) ?? strings.find((p) => /name|title/i.test(p.name));
    if (this.named !== undefined && nameFor !== undefined) {
      this.set(nameFor, this.named);
      this.named = undefined;
    }
    const contentFor = strings.find((property) => CONTENT_LIKE.test(property.name) && property !== nameFor);
    if (this.content !== undefined && contentFor !== undefined) {
      this.set(contentFor, this.content);
      this.content = undefined;
    }
  }

  /** Values that only one kind of property can take: enum values, dates, numbers, yes and no, paths. */
  byType(): void {
    const lower = this.step.text.toLowerCase();
    for (const property of this.open()) {
      const enumValue = property.enumValues.find((value) => hasWord(lower, value.toLowerCase()));
      if (enumValue !== undefined) {
        this.set(property, enumValue);
        for (const token of this.step.tokens)
          if (token.text.toLowerCase() === enumValue.toLowerCase()) this.used.add(token);
        continue;
      }
      const wanted = this.free().find((token) => suits(token, property, this.textOf(token)));
      if (wanted !== undefined && property.enumValues.length === 0) this.take(property, wanted);
    }
  }

  byOrder(): void {
    for (const property of this.open()) {
      if (!property.required || (property.type !== 'string' && property.type !== 'array')) continue;
      if (property.enumValues.length > 0) continue;
      const value = REST_LIKE.test(property.name) ? this.remainder(property) : this.nextValue();
      if (value === undefined) continue;
      for (const token of value.tokens) this.used.add(token);
      this.fit += fitOf(property, value.text);
      this.set(property, value.text);
    }
    if (this.named !== undefined) this.lateRole('named');
    if (this.content !== undefined) this.lateRole('content');
  }

  result(): Filled {
    const missing = this.open().flatMap((property) => (property.required ? [property.name] : []));
    const left = [this.named, this.content].filter((value) => value !== undefined).length;
    const free = this.free();
    const words = free.filter((token) => token.kind === 'word').length;
    const unused = free.length - words + words / 2 + left;
    return { input: Object.fromEntries(this.input), missing, unused, fit: this.fit };
  }

  /** A name or a content for which there was no obvious place goes where a required string is still open. */
  private lateRole(role: 'named' | 'content'): void {
    const property = this.open().find((candidate) => candidate.required && candidate.type === 'string');
    const value = this[role];
    if (property === undefined || value === undefined) return;
    this.set(property, value);
    this[role] = undefined;
  }

  private open(): readonly Property[] {
    return this.tool.properties.filter((property) => !this.input.has(property.name));
  }

  private free(): readonly Token[] {
    return this.step.tokens.filter((token) => isValue(token) && !this.used.has(token));
  }

  private textOf(token: Token): string {
    return unmark(token.text, this.step.quoted);
  }

  private names(token: Token, property: Property): boolean {
    const word = token.concept ?? token.text.toLowerCase();
    return (
      token.kind !== 'quoted' &&
      (property.words.includes(word) || property.name.toLowerCase() === token.text.toLowerCase())
    );
  }

  private explicitPair(property: Property): JsonValue | undefined {
    const keys = [property.name, ...this.step.tokens.filter((token) => this.names(token, property)).map((t) => t.text)];
    for (const key of keys) {
      const pattern = new RegExp(
        `(?<![\\p{L}\\p{N}_])${escape(key)}\\s*[:=：]\\s*([\\uE100-\\uF8FF]|[^\\s,，;；。]+)`,
        'iu',
      );
      const match = pattern.exec(this.step.rest);
      const raw = match?.[1];
      if (match === null || raw === undefined) continue;
      const end = match.index + match[0].length;
      for (const token of this.step.tokens) if (token.start >= match.index && token.end <= end) this.used.add(token);
      return convert(unmark(raw, this.step.quoted), property);
    }
    return undefined;
  }

  private take(property: Property, token: Token): void {
    const value = convert(this.textOf(token), property);
    if (value === undefined) return;
    this.used.add(token);
    this.fit += fitOf(property, this.textOf(token));
    this.set(property, value);
  }

  private set(property: Property, value: JsonValue): void {
    const converted = typeof value === 'string' ? convert(value, property) : value;
    if (converted !== undefined) this.input.set(property.name, converted);
  }

  /** The next value that stands by itself; neighbouring unknown words belong together: New York. */
  private nextValue(): Value | undefined {
    const [first] = this.free();
    if (first === undefined) return this.strangeWord();
    const tokens = [first];
    for (let at = this.step.tokens.indexOf(first) + 1; first.kind === 'word'; at += 1) {
      const token = this.step.tokens[at];
      if (token?.kind !== 'word' || this.used.has(token)) break;
      tokens.push(token);
    }
    return this.between(tokens);
  }

  /** "connect the server deploy": a word that is no value, but that the tool does not know either. */
  private strangeWord(): Value | undefined {
    const { nameWords, serverWords, descriptionWords, properties } = this.tool;
    const known = new Set([...nameWords, ...serverWords, ...descriptionWords, ...properties.flatMap((p) => p.words)]);
    const strange = this.step.tokens.findLast(
      ({ concept }) => concept !== undefined && !known.has(concept) && !isWeakVerb(concept),
    );
    return strange === undefined ? undefined : { text: strange.text, tokens: [strange] };
  }

  /** Everything from the first value on: what to search for, or the command with its arguments. */
  private remainder(property: Property): Value | undefined {
    const quoted = this.free().find((token) => token.kind === 'quoted');
    if (quoted !== undefined) return { text: this.textOf(quoted), tokens: [quoted] };
    const { tokens } = this.step;
    const command = COMMAND_LIKE.test(property.name);
    const from = tokens.findIndex((t) => (command ? t.kind !== 'stop' && t.concept === undefined : isValue(t)));
    if (from < 0) return undefined;
    const to = command ? tokens.length - 1 : tokens.findLastIndex(isValue);
    const value = this.between(tokens.slice(from, to + 1));
    return command && value !== undefined
      ? { ...value, text: unmark(this.step.rest.slice(tokens[from]?.start).trim(), this.step.quoted) }
      : value;
  }

  private between(tokens: readonly Token[]): Value | undefined {
    const [first] = tokens;
    const last = tokens.at(-1);
    if (first === undefined || last === undefined) return undefined;
    return { text: unmark(this.step.rest.slice(first.start, last.end), this.step.quoted), tokens };
  }
}

function isValue(token: Token): boolean {
  return token.kind !== 'concept' && token.kind !== 'stop';
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<![a-z0-9_])${escape(word)}(?![a-z0-9_])`, 'u').test(text);
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
