import type { ConfirmQuestion } from '../core/host/ports.js';
import { sha256Hex } from '../core/canonical-json.js';
import { isLoopbackName } from '../shared/loopback-name.js';
import { assertNever } from '../shared/assert-never.js';
import type { ServerSandbox } from '../shared/server.js';
import { boxTitle, summary } from './approval-dialog-text.js';
import { nameText, plainText, wrap } from '../shared/text-columns.js';
import { BOX_COLUMNS, BOX_LINES, boxLines } from './dialog-text.js';
import { type NativeQuestion, plainSection } from './native-question.js';
import type { ConfirmWords } from './words/confirm-words.js';
import type { SandboxFacts } from './words/wall-words.js';
import type { Words } from './words/words.js';

const QUOTE_BAR = '▏ ';

/** Draws one of the host's yes-or-no questions. What does not fit a box is read whole first. */
export function confirmQuestion(question: ConfirmQuestion, words: Words): NativeQuestion {
  const said = wordsFor(question, words);
  const message = boxLines(said.message);
  const detail = plainText(said.detail);
  const lines = boxLines(detail);
  const frame = { title: boxTitle(said.message), buttons: [said.refuse ?? words.cancel, said.accept] } as const;
  if (message.length <= 2 && message.length + lines.length <= BOX_LINES) {
    return { ...frame, message: message.join('\n'), detail: lines.join('\n') };
  }
  const shown = message.slice(0, 2);
  const bytes = Buffer.byteLength(detail);
  const sha256 = sha256Hex(detail);
  const about = boxLines(
    words.confirm.readWhole(new Intl.NumberFormat(words.language).format(bytes), sha256.slice(0, 12)),
  );
  return {
    ...frame,
    message: shown.join('\n'),
    detail: summary([], about, lines, BOX_LINES - shown.length).join('\n'),
    whole: { heading: said.message, sections: [plainSection('', detail)], bytes, sha256 },
  };
}

function wordsFor(question: ConfirmQuestion, words: Words): ConfirmWords {
  const { confirm } = words;
  switch (question.kind) {
    case 'start-server':
      return startWords(question, words);
    case 'connect-remote':
      return remoteWords(question, words);
    case 'trust-read-only-hint':
      return confirm.trustReadOnlyHint(nameText(question.serverName));
    case 'let-ask-model':
      return confirm.letAskModel(nameText(question.serverName));
    case 'answer-sampling':
      return confirm.answerSampling({
        server: nameText(question.serverName),
        model: nameText(question.model),
        maxTokens: new Intl.NumberFormat(words.language).format(question.maxTokens),
        messages: samplingText(question, confirm.samplingRoles),
      });
    case 'allow-tool':
      return confirm.allowTool(whatOf(question));
    case 'renew-allow':
      return confirm.renewAllow(whatOf(question), plainText(question.when ?? ''));
    case 'allow-arguments':
      return confirm.allowArguments(whatOf(question), plainText(question.when));
    case 'remove-argument-rule':
      return confirm.removeArgumentRule(whatOf(question), plainText(question.when), question.rule);
    case 'remove-guard-word':
      return confirm.removeGuardWord(nameText(question.word));
    case 'import-policies':
      return confirm.importPolicies(question.changes.map((change) => nameText(confirm.importLine(change))).join('\n'));
    case 'revoke-rule':
      return confirm.revokeRule(whatOf(question), question.rule, question.without);
    case 'store-key-in-plain-text':
      return confirm.storeKeyInPlainText;
    case 'store-secrets-in-plain-text':
      return confirm.storeSecretsInPlainText(nameText(question.serverName), question.names.map(nameText).join(', '));
    case 'change-base-url':
      return confirm.changeBaseUrl(nameText(question.url));
    case 'stop-asking-after-reading':
      return confirm.stopAskingAfterReading;
    case 'open-link':
      return confirm.openLink({
        url: nameText(question.url),
        punycode: question.url.includes('xn--'),
        ...(question.signInTo !== undefined && {
          signIn: { server: nameText(question.signInTo), host: nameText(new URL(question.url).host) },
        }),
      });
    case 'loosen-sandbox':
    case 'loosen-bash':
    case 'save-hook':
    case 'remove-hook':
      return wallWords(question, words);
    case 'remove-server':
      return confirm.removeServer(nameText(question.serverName));
    default:
      return assertNever(question);
  }
}

/** What lets a program run, or do more. */
function wallWords(
  question: Extract<ConfirmQuestion, { readonly kind: 'loosen-sandbox' | 'loosen-bash' | 'save-hook' | 'remove-hook' }>,
  { confirm }: Words,
): ConfirmWords {
  switch (question.kind) {
    case 'loosen-sandbox':
      return confirm.loosenSandbox(nameText(question.serverName), factsOf(question.sandbox));
    case 'loosen-bash':
      return confirm.loosenBash(question.to);
    case 'save-hook':
      return confirm.saveHook({
        event: question.event,
        command: nameText(question.commandLine),
        before: nameText(question.before ?? ''),
        server: nameText(question.server),
        tool: nameText(question.tool),
      });
    case 'remove-hook':
      return confirm.removeHook(question.event, nameText(question.commandLine));
    default:
      return assertNever(question);
  }
}

function startWords(
  question: Extract<ConfirmQuestion, { readonly kind: 'start-server' }>,
  { confirm }: Words,
): ConfirmWords {
  return confirm.startServer(
    nameText(question.serverName),
    nameText(question.commandLine),
    nameText(question.cwd),
    question.envKeys.map(nameText).join(', '),
    {
      program: nameText(question.program ?? ''),
      changed: question.changed ?? 'no',
      sandbox: factsOf(question.sandbox),
    },
  );
}

function remoteWords(
  question: Extract<ConfirmQuestion, { readonly kind: 'connect-remote' }>,
  words: Words,
): ConfirmWords {
  return words.confirm.connectRemote({
    server: nameText(question.serverName),
    url: nameText(question.url),
    headers: question.headerKeys.map(nameText).join(', '),
    proxy: nameText(question.proxy),
    caFile: nameText(question.caFile),
    clientId: nameText(question.clientId),
    issuerAlias: nameText(question.issuerAlias),
    trustPrivateNetwork: question.trustPrivateNetwork,
    unencrypted: isUnencrypted(question.url),
  });
}

function factsOf(sandbox: ServerSandbox | undefined): SandboxFacts | undefined {
  return sandbox && { network: sandbox.network, read: sandbox.read.map(nameText).join(', ') };
}

/** Every line of the server begins with a bar, so that none can pass for one of Gatehouse's. */
function samplingText(
  { system, messages }: Extract<ConfirmQuestion, { readonly kind: 'answer-sampling' }>,
  roles: Words['confirm']['samplingRoles'],
): string {
  const parts = [...(system === '' ? [] : [{ role: 'system', text: system } as const]), ...messages];
  return parts.map(({ role, text }) => [roles[role], ...quotedLines(text)].join('\n')).join('\n\n');
}

function quotedLines(text: string): readonly string[] {
  return wrap(plainText(text), BOX_COLUMNS - QUOTE_BAR.length).map((line) => `${QUOTE_BAR}${line}`);
}

function whatOf({ serverName, tool }: { readonly serverName: string; readonly tool: string }): string {
  return `${nameText(serverName)} ▸ ${nameText(tool)}`;
}

/** What stays on this computer is read by nobody on the way. */
function isUnencrypted(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return (protocol === 'http:' || protocol === 'ws:') && !isLoopbackName(hostname);
}
