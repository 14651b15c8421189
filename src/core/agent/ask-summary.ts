import type { ModelUsage } from '../../shared/conversation.js';
import { isCounted } from '../../shared/request-usage.js';
import type { Clock } from '../clock.js';
import { wellFormedText } from '../conversation/well-formed.js';
import { GatehouseError } from '../errors.js';
import type { ModelClient, ModelEvent, ModelRequest } from '../model/model-client.js';
import { usageOfFailure } from '../model/model-error.js';
import { withDeadline } from './with-deadline.js';

/** How long a summary may take, ms. */
const SUMMARY_MS = 120_000;
/** Of an answer so much is kept, UTF-16 units: far more than was asked for. */
const LONGEST = 40_000;

/** A summary as the model wrote it. */
interface WrittenSummary {
  readonly text: string;
  readonly usage: ModelUsage;
}

export interface SummaryDesk {
  readonly client: ModelClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Hears what was counted where no summary came of it. */
  readonly onLost: (usage: ModelUsage) => void;
}

/** Has the model write a summary. Rejects where it writes none in time, with why. */
export async function askSummary(
  request: ModelRequest,
  { client, clock, signal, onLost }: SummaryDesk,
): Promise<WrittenSummary> {
  return withDeadline(SUMMARY_MS, { clock, signal }, async (until) => {
    const { blocks, stopReason, usage } = await finished(client.stream(request, until), onLost);
    const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const kept = wellFormedText(text.trim().slice(0, LONGEST));
    // One that is cut at its limit still says more than nothing.
    if (kept !== '' && USABLE.has(stopReason)) return { text: kept, usage };
    if (isCounted(usage)) onLost(usage);
    const reason = JSON.stringify(stopReason.slice(0, 60));
    throw new GatehouseError('no-summary', `The model wrote no summary (${reason}).`, { parts: { reason } });
  });
}

/** Rejects where the stream has no finished message; `onLost` has then heard what was counted. */
async function finished(
  stream: AsyncIterable<ModelEvent>,
  onLost: SummaryDesk['onLost'],
): Promise<Extract<ModelEvent, { type: 'finished' }>> {
  try {
    for await (const event of stream) if (event.type === 'finished') return event;
  } catch (error) {
    const usage = usageOfFailure(error);
    if (usage !== undefined) onLost(usage);
    throw error;
  }
  throw new GatehouseError('summary-cut', 'The answer of the model ended before it was whole.');
}

const USABLE: ReadonlySet<string> = new Set(['end_turn', 'stop_sequence', 'max_tokens']);
