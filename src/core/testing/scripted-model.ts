import type { AssistantBlock } from '../../shared/conversation.js';
import { GatehouseError } from '../errors.js';
import type { ModelClient, ModelEvent, ModelRequest } from '../model/model-client.js';

/** What a scripted model does with one request: answer with blocks, or fail. */
export type ScriptedTurn =
  | { readonly blocks: readonly AssistantBlock[]; readonly stopReason?: string }
  | { readonly error: GatehouseError };

export interface ScriptedModel extends ModelClient {
  /** Every request, in order. */
  readonly requests: readonly ModelRequest[];
}

/**
 * A model that answers from a script, without HTTP: a list in order, or a function of the request. A request beyond the
 * end of the list fails. It streams like the real one: text first in two halves, calls with their JSON.
 */
export function createScriptedModel(
  script: readonly ScriptedTurn[] | ((request: ModelRequest, index: number) => ScriptedTurn),
): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    requests,
    listModels: () => Promise.resolve([{ id: 'scripted', name: 'Scripted model', practice: false }]),
    async *stream(request, signal) {
      const index = requests.push(request) - 1;
      const turn = typeof script === 'function' ? script(request, index) : script[index];
      if (turn === undefined)
        throw new GatehouseError('bad-request', `The script has no answer for request ${index + 1}.`);
      if ('error' in turn) throw turn.error;
      for (const event of turn.blocks.flatMap(eventsOf)) {
        // A turn of the loop between events, as between chunks of a stream.
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        if (signal.aborted) throw new GatehouseError('cancelled', 'The request to the model was cancelled.');
        yield event;
      }
      const calls = turn.blocks.some((block) => block.type === 'tool_use');
      yield {
        type: 'finished',
        blocks: turn.blocks,
        stopReason: turn.stopReason ?? (calls ? 'tool_use' : 'end_turn'),
        usage: { inputTokens: 1, outputTokens: 1 },
      };
    },
  };
}

function eventsOf(block: AssistantBlock): readonly ModelEvent[] {
  switch (block.type) {
    case 'text': {
      const middle = Math.ceil(block.text.length / 2);
      const halves = [block.text.slice(0, middle), block.text.slice(middle)].filter((text) => text !== '');
      return halves.map((text) => ({ type: 'text', text }));
    }
    case 'thinking':
      return [{ type: 'thinking', text: block.thinking }];
    case 'redacted_thinking':
      return [];
    case 'tool_use':
      return [
        { type: 'tool-started', callId: block.id, name: block.name },
        { type: 'tool-input', callId: block.id, partialJson: block.invalidJson ?? JSON.stringify(block.input) },
      ];
    default:
      return block satisfies never;
  }
}
