import type { ServerId } from '../../shared/server.js';
import type { ElicitationAnswer, ElicitationRequest } from '../mcp/elicitation.js';

/** A server asks the user something: a form to fill in, or a page to visit. */
export interface ElicitationQuestion {
  readonly serverId: ServerId;
  /** As the user named it. */
  readonly serverName: string;
  readonly request: ElicitationRequest;
}

/** Shows a server's question and brings the answer. `signal` aborts when nobody waits for it any more. */
export interface ElicitationPresenter {
  ask(question: ElicitationQuestion, signal: AbortSignal): Promise<ElicitationAnswer>;
}
