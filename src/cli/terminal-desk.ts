import { GatehouseError } from '../core/errors.js';
import type { ConfirmQuestion, Desk } from '../core/host/ports.js';
import { nameText } from '../shared/text-columns.js';
import type { Prompt } from './prompt.js';
import { guttered } from './terminal-presenter.js';

/**
 * Answers the host's own questions. The only one that the terminal's commands lead to is the first start of a server;
 * every other is a no.
 */
export function createTerminalDesk(prompt: Prompt, { yesStart }: { readonly yesStart: boolean }): Desk {
  return {
    async confirm(question, signal) {
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
