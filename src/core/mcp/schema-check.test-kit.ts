import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonRpcMessage } from '../../shared/json-rpc.js';
import { isJsonObject } from '../../shared/json.js';
import type { JsonObject } from '../../shared/json.js';
import type { Transport, TransportReceiver } from './transport.js';

/** Compares messages of a client with the official schema of one revision. */
export class SchemaCheck {
  readonly #ajv: Ajv;
  readonly #root: string;
  readonly #byMethod = new Map<string, string>();
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(revision: string) {
    const file = path.join(import.meta.dirname, 'schema-testdata', `${revision}.json`);
    const schema = JSON.parse(readFileSync(file, 'utf8')) as JsonObject;
    const keyword = schema['$defs'] === undefined ? 'definitions' : '$defs';
    this.#root = `${revision}#/${keyword}/`;
    this.#ajv = keyword === '$defs' ? new Ajv2020({ strict: false }) : new Ajv({ strict: false });
    addFormats(this.#ajv);
    this.#ajv.addSchema(schema, revision);
    const definitions = schema[keyword] as Record<string, JsonObject>;
    for (const union of ['ClientRequest', 'ClientNotification']) {
      for (const { $ref } of (definitions[union]?.['anyOf'] as { $ref: string }[]) ?? []) this.#add(definitions, $ref);
    }
    const only = definitions['ClientNotification'];
    if (only !== undefined && only['anyOf'] === undefined) this.#add(definitions, 'x/ClientNotification');
  }

  /**
   * What is wrong with the messages, each with the message; empty when all of them are as the revision has it. A probe
   * that went before a handshake is not of the revision and left out.
   */
  problems(messages: readonly JsonRpcMessage[]): readonly string[] {
    return messages.flatMap((message) => {
      if ('method' in message && message.method === 'server/discover' && !this.#byMethod.has(message.method)) return [];
      const found = this.#problem(message);
      return found === undefined ? [] : [`${found}: ${JSON.stringify(message)}`];
    });
  }

  /** What is wrong with a result of a client, by the name of its definition. */
  resultProblem(definition: string, result: unknown): string | undefined {
    return this.#against(definition, result);
  }

  #add(definitions: Record<string, JsonObject>, reference: string): void {
    const name = reference.split('/').at(-1) ?? '';
    const properties = definitions[name]?.['properties'];
    const method = isJsonObject(properties) && isJsonObject(properties['method']) ? properties['method']['const'] : '';
    if (typeof method === 'string') this.#byMethod.set(method, name);
  }

  #problem(message: JsonRpcMessage): string | undefined {
    const envelope = this.#against('JSONRPCMessage', message);
    if (envelope !== undefined || !('method' in message)) return envelope;
    const definition = this.#byMethod.get(message.method);
    // An extension has its own words.
    if (definition === undefined) return message.method.startsWith('tasks/') ? undefined : 'no method of this revision';
    return this.#against(definition, message);
  }

  #against(definition: string, value: unknown): string | undefined {
    const validate = this.#compiled.get(definition) ?? this.#ajv.compile({ $ref: this.#root + definition });
    this.#compiled.set(definition, validate);
    return validate(value) ? undefined : `${definition} ${this.#ajv.errorsText(validate.errors)}`;
  }
}

/** A transport that keeps what was sent over it. */
export class RecordedTransport implements Transport {
  readonly sent: JsonRpcMessage[] = [];
  readonly #inner: Transport;

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  get methods(): readonly string[] {
    return this.sent.flatMap((message) => ('method' in message ? [message.method] : []));
  }

  start(receiver: TransportReceiver): Promise<void> {
    return this.#inner.start(receiver);
  }

  send(message: JsonRpcMessage): Promise<void> {
    this.sent.push(JSON.parse(JSON.stringify(message)) as JsonRpcMessage);
    return this.#inner.send(message);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
