import { errorMessage } from '../core/errors.js';
import type { ConfirmQuestion, Desk } from '../core/host/ports.js';
import { openInBrowser } from '../core/process/system-browser.js';
import type { ServerSandbox } from '../shared/server.js';
import { nameText, plainText } from '../shared/text-columns.js';
import type { Prompt } from './prompt.js';
import { guttered } from './terminal-presenter.js';

export interface TerminalDeskOptions {
  /** Servers start, and are connected, without a question. */
  readonly yesStart: boolean;
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A line for whoever sits there. */
  readonly note: (text: string) => void;
}

/**
 * Answers the host's own questions. The terminal's commands lead to three of them: whether a server may be started or
 * connected for the first time, whether the page to sign in on may be opened, and what servers ask the model; every
 * other is a no.
 */
export function createTerminalDesk(prompt: Prompt, { yesStart, platform, env, note }: TerminalDeskOptions): Desk {
  return {
    async confirm(question, signal) {
      const asked = textOf(question, prompt.columns);
      if (asked === undefined) return false;
      if (yesStart && (question.kind === 'start-server' || question.kind === 'connect-remote')) return true;
      const answer = await prompt.ask(asked.text, `${asked.question} [y/N]`, signal);
      return !signal.aborted && (answer === 'y' || answer === 'yes');
    },
    canAsk: () => prompt.canAsk,
    pickFolder: async () => undefined,
    pickSaveFile: async () => undefined,
    pickOpenFile: async () => undefined,
    openLink: async (url) => {
      try {
        await openInBrowser(new URL(url), platform, env);
        note('Waiting for you to sign in there. Ctrl+C stops.');
      } catch (error) {
        // The page is on the screen: somebody can open it by hand.
        note(`${errorMessage(error)} Open the address above yourself; Ctrl+C stops.`);
      }
    },
  };
}

function textOf(
  question: ConfirmQuestion,
  columns: number,
): { readonly text: string; readonly question: string } | undefined {
  switch (question.kind) {
    case 'start-server': {
      const name = nameText(question.serverName);
      return { text: startText(question, name, columns), question: `Start ${name}?` };
    }
    case 'connect-remote': {
      const name = nameText(question.serverName);
      return { text: connectText(question, name, columns), question: `Connect ${name}?` };
    }
    case 'open-link': {
      const { signInTo, url } = question;
      if (signInTo === undefined) return undefined;
      const text = [
        '',
        `${nameText(signInTo)} wants you to sign in on this page:`,
        ...guttered(nameText(url), columns),
      ];
      return { text: text.join('\n'), question: 'Open this address in the browser?' };
    }
    case 'answer-sampling': {
      const name = nameText(question.serverName);
      return { text: samplingText(question, name, columns), question: 'Ask?' };
    }
    default:
      return undefined;
  }
}

type Question<K extends ConfirmQuestion['kind']> = Extract<ConfirmQuestion, { readonly kind: K }>;

function startText(question: Question<'start-server'>, name: string, columns: number): string {
  const { commandLine, cwd, envKeys, sandbox } = question;
  return [
    '',
    `${name} is to be started. ${sandbox === undefined ? 'It runs with your rights.' : wallsText(sandbox)} The command:`,
    ...guttered(nameText(commandLine), columns),
    '  in the folder',
    ...guttered(nameText(cwd), columns),
    ...part('with the variables', envKeys.join(', '), columns),
  ].join('\n');
}

function wallsText({ network, read }: ServerSandbox): string {
  const reads =
    read.length === 0 ? 'nothing of your home folder' : `of your home folder only ${nameText(read.join(', '))}`;
  return `It runs in a sandbox: it reads ${reads}, writes in the workspace and a folder of its own, and ${network ? 'uses the network' : 'has no network'}.`;
}

function connectText(question: Question<'connect-remote'>, name: string, columns: number): string {
  const { url, headerKeys, proxy, caFile, clientId, issuerAlias, trustPrivateNetwork } = question;
  return [
    '',
    `${name} is to be connected. The arguments of calls to its tools are sent to`,
    ...guttered(nameText(url), columns),
    ...part('with the headers', headerKeys.join(', '), columns),
    ...part('through the proxy', proxy, columns),
    ...part('trusting also the authorities in', caFile, columns),
    ...part('signing in as the client', clientId, columns),
    ...part('taking its sign-in server for', issuerAlias, columns),
    ...(trustPrivateNetwork ? ['  Its sign-in server may be in your private network.'] : []),
  ].join('\n');
}

function part(label: string, value: string, columns: number): readonly string[] {
  return value === '' ? [] : [`  ${label}`, ...guttered(nameText(value), columns)];
}

function samplingText(question: Question<'answer-sampling'>, name: string, columns: number): string {
  const { system, messages, model, maxTokens } = question;
  return [
    '',
    `${name} asks your model. This goes to ${nameText(model)}; its answer of at most ${maxTokens} tokens goes back.`,
    ...(system === '' ? [] : ['  instructions', ...guttered(plainText(system), columns)]),
    ...messages.flatMap(({ role, text }) => [`  ${role}`, ...guttered(plainText(text), columns)]),
  ].join('\n');
}
