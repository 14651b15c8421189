import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { RPC_CODE, errorOf, readIncoming, resultOf } from '../kit/json-rpc.js';
import type { RpcId } from '../kit/json-rpc.js';
import type { JsonObject } from '../kit/json.js';
import { LineSplitter, parseLine } from '../kit/line-splitter.js';
import { Calls } from './calls.js';
import { Flags, usage } from './flags.js';
import { FrameWriter } from './frame-writer.js';
import { discoverResult, initializeResult } from './handshake.js';
import { serveMischief } from './http-server.js';
import { floodStderr, ignoreRequestsToLeave, leavesAtOnce, runAsGrandchild } from './process-life.js';
import { Asker } from './questions.js';
import { ToolList } from './tool-list.js';

/** A server that speaks JSON-RPC by hand, so that it can break every rule of it. */
class Mischief {
  readonly #flags: Flags;
  readonly #writer: FrameWriter;
  readonly #asker: Asker;
  readonly #calls: Calls;
  readonly #tools: ToolList;

  constructor(flags: Flags) {
    this.#flags = flags;
    this.#writer = new FrameWriter(flags);
    this.#asker = new Asker(this.#writer, flags);
    this.#calls = new Calls(flags, this.#writer, this.#asker);
    this.#tools = new ToolList(flags);
  }

  async run(): Promise<void> {
    if (this.#flags.has('ignore-eof-and-term')) ignoreRequestsToLeave();
    await sleep(this.#flags.number('slow-start') ?? 0);
    const flood = this.#flags.number('stderr-flood');
    if (flood !== undefined) await floodStderr(flood);
    const lines = new LineSplitter();
    process.stdin.on('data', (chunk: Buffer) => {
      for (const line of lines.push(chunk)) this.#take(line);
    });
    process.stdin.on('end', () => {
      if (!this.#flags.has('ignore-eof-and-term')) void this.#writer.flushed().then(() => process.exit(0));
    });
  }

  #take(line: Buffer): void {
    let parsed;
    try {
      parsed = parseLine(line);
    } catch {
      void this.#writer.send(errorOf(null, RPC_CODE.parseError, 'This line is no JSON in UTF-8.'));
      return;
    }
    if (parsed === undefined) return;
    const message = readIncoming(parsed.value);
    // The writer's promises never reject: a pipe that broke is not this program's matter.
    if (message.kind === 'request') void this.#answer(message.id, message.method, message.params);
    if (message.kind === 'response') this.#asker.take(parsed.value);
    if (message.kind === 'invalid') void this.#writer.send(errorOf(message.id, RPC_CODE.invalidRequest, message.why));
    if (message.kind === 'notification' && message.method === 'notifications/cancelled') {
      this.#calls.cancel(message.params['requestId']);
    }
  }

  async #answer(id: RpcId, method: string, params: JsonObject): Promise<void> {
    const modern = this.#flags.has('modern');
    switch (method) {
      case 'server/discover':
        await this.#writer.send(modern ? resultOf(id, discoverResult()) : unknownMethod(id, method));
        return;
      case 'initialize':
        if (this.#flags.has('never-answer-handshake')) return;
        await this.#writer.send(
          modern ? unknownMethod(id, method) : resultOf(id, initializeResult(this.#flags, params['protocolVersion'])),
        );
        return;
      case 'ping':
        await this.#writer.send(resultOf(id, {}));
        return;
      case 'tools/list':
        await this.#list(id, params);
        return;
      case 'tools/call':
        await this.#calls.call(id, params);
        return;
      default:
        await this.#writer.send(unknownMethod(id, method));
    }
  }

  async #list(id: RpcId, params: JsonObject): Promise<void> {
    await sleep(this.#flags.number('slow-list') ?? 0);
    const before = this.#tools.listed;
    const page = this.#tools.page(params['cursor']);
    if (page === undefined) return this.#writer.send(errorOf(id, RPC_CODE.invalidParams, 'Unknown cursor.'));
    await this.#writer.send(resultOf(id, page));
    if (before || !this.#tools.listed) return;
    const changes = this.#flags.number('list-changed-burst') ?? (this.#flags.has('rug-pull') ? 1 : 0);
    for (let at = 0; at < changes; at += 1) await this.#announceChange();
    const path = this.#flags.text('rug-pull-when');
    if (path === undefined) return;
    while (!existsSync(path)) await sleep(50, undefined, { ref: false });
    this.#tools.pull();
    await this.#announceChange();
  }

  #announceChange(): Promise<void> {
    return this.#writer.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  }
}

function unknownMethod(id: RpcId, method: string): JsonObject {
  return errorOf(id, RPC_CODE.methodNotFound, `Unknown method "${method}".`);
}

function main(args: readonly string[]): void {
  if (args.includes('--help')) {
    process.stdout.write(usage());
    return;
  }
  let flags;
  try {
    flags = Flags.parse(args);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${why} --help lists the flags there are.\n`);
    process.exitCode = 2;
    return;
  }
  if (flags.has('grandchild')) {
    runAsGrandchild(args);
  } else if (flags.has('http')) {
    void serveMischief(flags); // what can't listen ends the process by itself
  } else if (!leavesAtOnce(flags)) {
    void new Mischief(flags).run(); // it only waits and writes, and neither can fail
  }
}

main(process.argv.slice(2));
