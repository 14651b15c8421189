import { GatehouseError } from '../core/errors.js';
import type { ConfirmQuestion, Desk } from '../core/host/ports.js';
import { nameText, plainText } from '../shared/text-columns.js';
import type { Prompt } from './prompt.js';
import { guttered } from './terminal-presenter.js';

/**
 * Answers the host's own questions. The terminal's commands lead to the first start of a server and to what servers ask
 * the model; every other is a no.
 */
export function createTerminalDesk(prompt: Prompt, { yesStart }: { readonly yesStart: boolean }): Desk {
  return {
    async confirm(question, signal) {
      if (question.kind === 'answer-sampling') {
        const name = nameText(question.serverName);
        const answer = await prompt.ask(samplingText(question, name, prompt.columns), 'Ask? [y/N]', signal);
        return !signal.aborted && (answer === 'y' || answer === 'yes');
      }
      if (question.kind !== 'start-server') return false;
      if (yesStart) return true;
      const name = nameText(question.serverName);
      const answer = await prompt.ask(startText(question, name, prompt.columns), `Start ${name}? [y/N]`, signal);
      return !signal.aborted && (answer === 'y' || answer === 'yes');
    },
    pickFolder: async () => undefined,
    openLink: async () => {
      throw new GatehouseError('not-here', 'The terminal opens no links.');
    },
  };
}

type StartQuestion = Extract<ConfirmQuestion, { readonly kind: 'start-server' }>;

function startText({ commandLine, cwd, envKeys }: StartQuestion, name: string, columns: number): string {
  return [
    '',
    `${name} is to be started. It runs with your rights. The command:`,
    ...guttered(nameText(commandLine), columns),
    '  in the folder',
    ...guttered(nameText(cwd), columns),
    ...(envKeys.length === 0
      ? []
      : ['  with the variables', ...guttered(envKeys.map((key) => nameText(key)).join(', '), columns)]),
  ].join('\n');
}

type SamplingQuestion = Extract<ConfirmQuestion, { readonly kind: 'answer-sampling' }>;

function samplingText(question: SamplingQuestion, name: string, columns: number): string {
  const { system, messages, model, maxTokens } = question;
  return [
    '',
    `${name} asks your model. This goes to ${nameText(model)}; its answer of at most ${maxTokens} tokens goes back.`,
    ...(system === '' ? [] : ['  instructions', ...guttered(plainText(system), columns)]),
    ...messages.flatMap(({ role, text }) => [`  ${role}`, ...guttered(plainText(text), columns)]),
  ].join('\n');
}
