import { AUTH_REQUIREMENTS } from './auth-requirements.js';
import { MODERN_REQUIREMENTS } from './modern-requirements.js';

/** A rule of the specification that this client keeps, in short, and where it stands. */
export interface ProtocolRequirement {
  readonly sentence: string;
  /** Revision, then the file under `docs/specification/<revision>/`. */
  readonly source: string;
}

/**
 * The rules of MCP that are kept, as data: each has at least one test that cites its id through `verifies`, and a test
 * fails where one has none. What a client must do but this one can't be asked for is in `NOT_APPLICABLE`.
 */
export const PROTOCOL_REQUIREMENTS = {
  ...MODERN_REQUIREMENTS,
  ...AUTH_REQUIREMENTS,
  'lifecycle.initialize-first': {
    sentence: 'initialize is the first request, with the latest revision, the capabilities and the client info',
    source: '2025-11-25 basic/lifecycle',
  },
  'lifecycle.older-revision': {
    sentence: 'an older revision that the client knows is accepted when the server answers with it',
    source: '2025-11-25 basic/lifecycle',
  },
  'lifecycle.unknown-revision': {
    sentence: 'a client that does not support the revision of the server disconnects',
    source: '2025-11-25 basic/lifecycle',
  },
  'lifecycle.initialized': {
    sentence: 'notifications/initialized follows the answer, before any other request',
    source: '2025-11-25 basic/lifecycle',
  },
  'lifecycle.negotiated-only': {
    sentence: 'only capabilities that were negotiated are used',
    source: '2025-11-25 basic/lifecycle',
  },
  'ping.answer': {
    sentence: 'a ping is answered promptly with an empty result',
    source: '2025-11-25 basic/utilities/ping',
  },
  'batch.accept': {
    sentence: 'a batch is accepted, one message after the other',
    source: '2025-03-26 basic/index',
  },
  'stdio.newline-delimited': {
    sentence: 'messages are lines, and what is no message does not break the connection',
    source: '2025-11-25 basic/transports',
  },
  'stdio.stderr-is-log': {
    sentence: 'what a server writes to stderr is a log, never an error',
    source: '2025-11-25 basic/transports',
  },
  'stdio.shutdown': {
    sentence: 'a server is ended by the end of its stdin, then SIGTERM, then SIGKILL',
    source: '2025-11-25 basic/lifecycle',
  },
  'timeout.every-request': {
    sentence: 'a request that is not answered in time is given up and cancelled',
    source: '2025-11-25 basic/lifecycle',
  },
  'cancel.notify': {
    sentence: 'a request is cancelled by notifications/cancelled',
    source: '2025-11-25 basic/utilities/cancellation',
  },
  'cancel.not-initialize': {
    sentence: 'initialize is never cancelled',
    source: '2025-11-25 basic/utilities/cancellation',
  },
  'cancel.late-answer-ignored': {
    sentence: 'an answer that arrives after the cancellation is ignored',
    source: '2025-11-25 basic/utilities/cancellation',
  },
  'progress.token': {
    sentence: 'a request that wants progress has a token of its own, and all its progress is delivered',
    source: '2025-11-25 basic/utilities/progress',
  },
  'pagination.opaque-cursor': {
    sentence: 'a cursor is handed back as it came, until there is none',
    source: '2025-11-25 server/utilities/pagination',
  },
  'tools.is-error': {
    sentence: 'a failure of a tool is a result with isError, apart from errors of the protocol',
    source: '2025-11-25 server/tools',
  },
  'tools.list-changed': {
    sentence: 'a change of the list of tools is heard',
    source: '2025-11-25 server/tools',
  },
  'ping.ask': {
    sentence: 'a server can be asked whether it is there',
    source: '2025-11-25 basic/utilities/ping',
  },
  'roots.list': {
    sentence: 'a server that was offered roots is told them, and that they changed',
    source: '2025-11-25 client/roots',
  },
  'roots.file-only': {
    sentence: 'a root is a file URI',
    source: '2025-11-25 client/roots',
  },
  'sampling.refused-by-default': {
    sentence: 'sampling that was not offered is refused, and so are tools in it',
    source: '2025-11-25 client/sampling',
  },
  'sampling.answer': {
    sentence: 'a server that was offered sampling is answered by the model',
    source: '2025-11-25 client/sampling',
  },
  'elicitation.form': {
    sentence: 'a server is answered with what the user filled in, and a missing mode means a form',
    source: '2025-11-25 client/elicitation',
  },
  'elicitation.schema': {
    sentence: 'every kind of field that a form may have is understood, and nothing else is',
    source: '2025-11-25 client/elicitation',
  },
  'elicitation.defaults': {
    sentence: 'defaults are filled in where nothing else was said',
    source: '2025-11-25 client/elicitation',
  },
  'elicitation.validate': {
    sentence: 'an answer that does not fit its field is not sent',
    source: '2025-11-25 client/elicitation',
  },
  'elicitation.url': {
    sentence: 'a page is handed to the host with its whole address and is never fetched',
    source: '2025-11-25 client/elicitation',
  },
  'elicitation.url-required': {
    sentence: 'a request that needs a page first is sent again after the user was there',
    source: '2025-11-25 client/elicitation',
  },
  'elicitation.complete': {
    sentence: 'the host hears that the user is done on a page',
    source: '2025-11-25 client/elicitation',
  },
  'resources.read': {
    sentence: 'resources and their templates are listed over all pages, and read as text or as bytes',
    source: '2025-11-25 server/resources',
  },
  'resources.subscribe': {
    sentence: 'a resource that was subscribed to tells of its updates',
    source: '2025-11-25 server/resources',
  },
  'resources.not-found': {
    sentence: 'a resource that is not there is told from other failures, by its old code too',
    source: '2025-11-25 server/resources',
  },
  'prompts.get': {
    sentence: 'a prompt is listed with its arguments and got with its messages',
    source: '2025-11-25 server/prompts',
  },
  'completion.complete': {
    sentence: 'an argument is completed, with the arguments that have a value',
    source: '2025-11-25 server/utilities/completion',
  },
  'logging.set-level': {
    sentence: 'a server is told from which severity on to log',
    source: '2025-11-25 server/utilities/logging',
  },
  'list-changed.all': {
    sentence: 'changes of the lists of tools, prompts and resources are heard, a burst once',
    source: '2025-11-25 server/resources',
  },
  'tasks.required': {
    sentence: 'a tool that must be called as a task is, and its result is waited for',
    source: '2025-11-25 basic/utilities/tasks',
  },
  'tasks.input': {
    sentence: 'questions of a task are answered while its result is waited for',
    source: '2025-11-25 basic/utilities/tasks',
  },
  'tasks.cancel': {
    sentence: 'a task is cancelled by tasks/cancel',
    source: '2025-11-25 basic/utilities/tasks',
  },
  'tools.structured-content': {
    sentence: 'structured content is compared with the output schema of its tool',
    source: '2025-11-25 server/tools',
  },
  'http.post': {
    sentence: 'each message is a POST that accepts JSON and a stream of events, and either is understood',
    source: '2025-11-25 basic/transports',
  },
  'http.session': {
    sentence: 'the session id and the revision of the handshake are sent with everything after it',
    source: '2025-11-25 basic/transports',
  },
  'http.session-404': {
    sentence: 'a 404 for a session means that a new one has to begin with a fresh initialize',
    source: '2025-11-25 basic/transports',
  },
  'http.standing-stream': {
    sentence: 'the stream for messages that nobody asked for may be refused',
    source: '2025-11-25 basic/transports',
  },
  'http.resume': {
    sentence: 'a stream that broke is resumed by GET with Last-Event-ID, after the time that retry says',
    source: '2025-11-25 basic/transports',
  },
  'http.disconnect-is-no-cancel': {
    sentence: 'a request is cancelled by the notification, or by closing its stream where the revision says so',
    source: '2025-11-25 basic/transports, 2026-07-28 basic/transports/streamable-http',
  },
  'http.error-body': {
    sentence: 'a JSON-RPC error in the body of a refusal answers the request',
    source: '2026-07-28 basic/transports/streamable-http',
  },
  'http.legacy-fallback': {
    sentence: 'a server that refuses initialize with 400, 404 or 405 is tried with HTTP+SSE',
    source: '2025-11-25 basic/transports',
  },
  'sse.endpoint': {
    sentence: 'messages go where the endpoint event says, within the origin',
    source: '2024-11-05 basic/transports',
  },
} as const satisfies Readonly<Record<string, ProtocolRequirement>>;

export type RequirementId = keyof typeof PROTOCOL_REQUIREMENTS;

/** Rules for clients that this one has no occasion to keep, each with the reason. */
export const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  'schemas.no-network-ref':
    'schemas are read only by the validator that is passed in; this client never follows a $ref',
  'schemas.dialects': 'as above: what a dialect means is the business of the validator that is passed in',
  'icons.safe-source': 'icons are kept as they came; who draws one checks its source',
  'trace-context': 'nothing here is traced, so no traceparent is ever sent',
  'elicitation.consent': 'consent and the full address are shown by the presenter behind the input port',
  'sampling.human-in-the-loop': 'the approval is the work of the function that the host gives as input port',
  'sampling.context': 'includeContext needs a capability that is not declared',
  'sampling.tools': 'tools in sampling are not declared, so that a request with tools is refused',
  'completion.debounce': 'the page that asks for completions debounces; this client sends what it is asked to send',
  'caching.across-authorizations': 'a cache lives in one session, which has one authorization',
  'tasks.notifications': 'tasks are polled, which the extension always allows; taskIds are never subscribed to',
  'tasks.list': 'the list of tasks is optional and has no use here: ids are kept by who made the call',
  'tasks.client-side': 'no task capabilities of a client are declared, so a server never makes one here',
  'tools.audit-log': 'the host keeps the log of calls and asks before they run',
  'stdio.restart-on-exit': 'the owner of the session restarts a server; a new session subscribes again by itself',
  'http.sessions': 'session ids, event ids and retry belong to the Streamable HTTP transport',
  'cancel.close-stream': 'over HTTP the transport closes the stream of the request that notifications/cancelled names',
};
