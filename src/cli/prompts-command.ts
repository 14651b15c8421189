import { GatehouseError } from '../core/errors.js';
import { askAll } from './ask-all.js';
import { connectExit } from './connect-all.js';
import { EXIT } from './exit-codes.js';
import type { Work } from './invocation.js';
import { jsonObject } from './json-argument.js';
import type { OfferParts } from './resources-command.js';
import { blockText } from './result-text.js';
import { oneLine } from './table.js';

type PromptsWork = Extract<Work, { readonly command: 'prompts' }>;

export interface PromptParts extends OfferParts {
  /** All of stdin. */
  readonly readInput: () => Promise<string>;
}

/** `gatehouse prompts [server] [name] [json]`: the prompts that servers offer, or one of them filled in. */
export function promptsCommand(work: PromptsWork, parts: PromptParts): Promise<number> {
  const { server, name, input } = work;
  return server !== undefined && name !== undefined ? getOne({ server, name, input }, parts) : list(server, parts);
}

async function getOne(
  asked: { readonly server: string; readonly name: string; readonly input: string | undefined },
  { house, terminal, stop, readInput }: PromptParts,
): Promise<number> {
  const { name, input = '{}' } = asked;
  const args = promptArguments(input === '-' ? await readInput() : input);
  const server = await house.connect(await house.server(asked.server));
  const { description, messages } = await house.host.offers.prompt(server.id, { name, arguments: args }, stop);
  if (terminal.json) {
    terminal.document({ server: server.name, name, ...(description === undefined ? {} : { description }), messages });
    return EXIT.ok;
  }
  if (description !== undefined) terminal.note(oneLine(description), 'dim');
  for (const { role, content } of messages) {
    terminal.result(`${role}: ${blockText(content)}`);
    terminal.endLine();
  }
  return EXIT.ok;
}

/** Prompts take texts and nothing else (server/prompts, 2025-11-25). */
function promptArguments(text: string): Readonly<Record<string, string>> {
  const entries = Object.entries(jsonObject(text, 'The arguments of the prompt'));
  return Object.fromEntries(
    entries.map(([key, value]): [string, string] => {
      if (typeof value === 'string') return [key, value];
      throw new GatehouseError('bad-arguments', `The argument ${JSON.stringify(key)} must be a text in double quotes.`);
    }),
  );
}

async function list(name: string | undefined, { house, terminal, stop }: OfferParts): Promise<number> {
  const { offered, failed } = await askAll(house, name, (id) => house.host.offers.prompts(id, stop));
  const hidden = offered.flatMap(({ server, rejected }) => rejected.map((entry) => ({ server, ...entry })));
  if (terminal.json) {
    const prompts = offered.flatMap((of) => of.prompts.map(({ raw }) => ({ server: of.server, ...raw })));
    terminal.document({ prompts, hidden, failed });
    return connectExit(failed);
  }
  const rows = offered.flatMap(({ server, prompts }) =>
    prompts.map((prompt) => {
      const takes = prompt.arguments.map((argument) => (argument.required ? argument.name : `[${argument.name}]`));
      return [server, prompt.name, takes.join(' '), oneLine(prompt.description ?? '')];
    }),
  );
  if (rows.length > 0) terminal.table(['SERVER', 'PROMPT', 'ARGUMENTS', 'DESCRIPTION'], rows);
  else terminal.note('No prompts.');
  for (const { server, reason } of hidden) terminal.note(`hidden: ${server}: ${reason}`, 'yellow');
  for (const { server, message } of failed) terminal.note(`${server}: ${message}`, 'red');
  return connectExit(failed);
}
