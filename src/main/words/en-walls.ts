import type { SandboxFacts, WallWords } from './wall-words.js';

/** What a sandbox leaves, as one sentence. */
export function wallsInEnglish({ network, read }: SandboxFacts): string {
  const reads = read === '' ? 'nothing of your home folder' : `of your home folder only ${read}`;
  return `It runs in a sandbox: it reads the system and its own program, ${reads}; it writes only in the workspace and in a data folder of its own, and ${network ? 'uses the network' : 'has no network'}.`;
}

export const EN_WALLS: WallWords = {
  loosenSandbox: (server, sandbox) => ({
    message: sandbox === undefined ? `Take ${server} out of its sandbox?` : `Let ${server} do more in its sandbox?`,
    detail:
      sandbox === undefined
        ? 'It can then do what you can do: read and change every file of yours, and use the network.'
        : wallsInEnglish(sandbox),
    accept: sandbox === undefined ? 'Take out' : 'Allow',
  }),
  loosenBash: (to) =>
    to === 'off'
      ? {
          message: 'Run commands of bash without a sandbox?',
          detail:
            'A command that is allowed can then do what you can do: read and change every file of yours, and use the network.',
          accept: 'Without a sandbox',
        }
      : {
          message: 'Let commands of bash use the network?',
          detail: 'A command that is allowed can then send what it reads in the workspace to anywhere.',
          accept: 'Let them',
        },
  saveHook: ({ event, command, before, server, tool }) => ({
    message: `Run this program at every ${event}?`,
    detail:
      'Gatehouse starts it by itself, without asking again. It can do what you can do, and is given what the event is about: arguments, results or your message.' +
      `\n\nCommand:\n${command}` +
      (before === '' ? '' : `\n\nInstead of:\n${before}`) +
      (server === '' ? '' : `\n\nOnly for the servers: ${server}`) +
      (tool === '' ? '' : `\nOnly for the tools: ${tool}`),
    accept: 'Run it',
  }),
  removeHook: (event, command) => ({
    message: `Remove this ${event} hook?`,
    detail: `${command}\n\nWhat it would have blocked is not blocked any more.`,
    accept: 'Remove',
  }),
};
