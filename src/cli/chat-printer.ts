import type { AgentEvent } from '../shared/agent-event.js';
import { applyEvent, callOf, emptyConversation } from '../shared/apply-event.js';
import { branded } from '../shared/brand.js';
import type { ConversationId, ToolCallRecord } from '../shared/conversation.js';
import { PRACTICE_MODEL_ID } from '../shared/settings.js';
import { cut, nameText } from '../shared/text-columns.js';
import { progressText } from './call-command.js';
import { resultText } from './result-text.js';
import type { Terminal } from './terminal.js';

const LINE = 100;
const HALF_OF_A_PAIR = /[\uD800-\uDBFF]$/u;

/** Shows a turn while it runs: the answer on stdout, a line for each step of a call on stderr; or each event as JSON. */
export class ChatPrinter {
  readonly #terminal: Terminal;
  #state = emptyConversation(branded<ConversationId>('run'));
  #practice = false;
  #refused = false;
  /** A character's first half, until the other one comes. */
  #half = '';

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** A call of this turn was not allowed. */
  get refused(): boolean {
    return this.#refused;
  }

  print(event: AgentEvent): void {
    this.#state = applyEvent(this.#state, event);
    if (event.type === 'tool-permission' && event.permission.kind === 'refused') {
      if (event.permission.by !== 'cancelled') this.#refused = true;
    }
    if (this.#terminal.json) this.#terminal.document(event, 'line');
    else this.#show(event);
  }

  #show(event: AgentEvent): void {
    switch (event.type) {
      case 'assistant-started':
        if (event.model === PRACTICE_MODEL_ID) this.#sayPractice();
        break;
      case 'text-delta':
        this.#text(event.text);
        break;
      case 'assistant-finished':
        this.#text('', true);
        this.#terminal.endLine();
        break;
      case 'model-retrying':
        this.#terminal.endLine();
        this.#terminal.note(retryText(event), 'yellow');
        break;
      case 'tool-set-aside':
        this.#terminal.note(setAsideText(event), 'yellow');
        break;
      case 'history-summarised':
        this.#terminal.note('Earlier messages are summarised for the model.', 'dim');
        break;
      case 'summary-failed':
        this.#terminal.note(`Earlier messages could not be summarised. ${nameText(event.why.message)}`, 'yellow');
        break;
      case 'tool-decided':
        this.#terminal.note(`→ ${this.#name(event.callId)} ${this.#arguments(event.callId)}`, 'dim');
        break;
      case 'tool-progress':
        this.#terminal.note(`  ${progressText(event)}`, 'dim');
        break;
      case 'tool-finished':
        this.#finished(event.callId);
        break;
      default:
    }
  }

  #text(delta: string, last = false): void {
    const text = this.#half + delta;
    this.#half = last ? '' : (HALF_OF_A_PAIR.exec(text)?.[0] ?? '');
    this.#terminal.result(text.slice(0, text.length - this.#half.length));
  }

  #sayPractice(): void {
    if (this.#practice) return;
    this.#practice = true;
    this.#terminal.note(
      'The practice model answers, offline and by rules. For a real one set ANTHROPIC_API_KEY.',
      'dim',
    );
  }

  #finished(callId: string): void {
    const call = callOf(this.#state, callId);
    const { result, permission, startedAt, finishedAt } = call ?? {};
    const name = this.#name(callId);
    if (permission?.kind === 'refused') {
      this.#terminal.note(`✗ ${name} was not allowed: ${firstLine(result)}`, 'yellow');
    } else if (result?.isError === true) {
      this.#terminal.note(`✗ ${name}: ${firstLine(result)}`, 'red');
    } else {
      const took = startedAt === undefined || finishedAt === undefined ? '' : ` ${finishedAt - startedAt} ms`;
      this.#terminal.note(`✓ ${name}${took}`, 'green');
    }
  }

  #name(callId: string): string {
    const call = callOf(this.#state, callId);
    if (call?.serverName === undefined || call.tool === undefined) return nameText(call?.wireName ?? callId);
    return `${nameText(call.serverName)} ▸ ${nameText(call.tool)}`;
  }

  #arguments(callId: string): string {
    for (const message of this.#state.messages) {
      if (message.role !== 'assistant') continue;
      for (const block of message.blocks) {
        if (block.type === 'tool_use' && block.id === callId) return cut(nameText(JSON.stringify(block.input)), LINE);
      }
    }
    return '';
  }
}

function firstLine(result: ToolCallRecord['result']): string {
  const [line = ''] = (result === undefined ? '' : resultText(result)).split('\n', 1);
  return cut(nameText(line), LINE);
}

function retryText({ reason, inMs, attempt, of }: Extract<AgentEvent, { type: 'model-retrying' }>): string {
  const seconds = Math.ceil(inMs / 1000);
  return `The model request failed (${reason}). Trying again in ${seconds} s (${attempt} of ${of}).`;
}

function setAsideText({ tool }: Extract<AgentEvent, { type: 'tool-set-aside' }>): string {
  const name = `${nameText(tool.serverName)} ▸ ${nameText(tool.tool)}`;
  return `${name} is left out: the model server refused its definition: ${cut(nameText(tool.why), 300)}`;
}
