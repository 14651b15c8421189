/** English: the walls around programs. */
export const enGuards = {
  hooks: {
    title: 'Hooks',
    intro:
      'Programs of yours that Gatehouse asks at an event: JSON on stdin, exit code 2 or a JSON answer blocks. A hook can block, never allow. If one before a tool fails, the call is denied.',
    list: 'Hooks',
    add: 'Add hook',
    edit: 'Edit',
    remove: 'Remove',
    editLabel: (event: string, command: string) => `Edit the ${event} hook ${command}`,
    removeLabel: (event: string, command: string) => `Remove the ${event} hook ${command}`,
    event: 'Event',
    events: {
      PreToolUse: 'Before a tool runs. It can block the call.',
      PostToolUse: 'After a tool ran. It can keep the result from the model.',
      Stop: 'When the model stops. Its reason asks for one more round.',
      UserPromptSubmit: 'Before your message is sent. It can block it, or add context.',
    },
    commandHint: 'One program, without its arguments. No shell, and none of your keys in its environment.',
    server: 'Only for servers',
    serverHint: 'Names with | between them; * stands for any text. Empty: every server.',
    tool: 'Only for tools',
    toolHint: 'The same for tools. Empty: every tool.',
    timeout: 'Time limit, seconds',
    timeoutHint: 'After this the program is killed and counts as failed.',
    save: 'Save hook',
    matches: (server: string, tool: string, seconds: number) =>
      [server === '' ? '' : `servers: ${server}`, tool === '' ? '' : `tools: ${tool}`, `time limit ${seconds} s`]
        .filter((part) => part !== '')
        .join(' · '),
    runs: 'Last runs',
    noRuns: 'It has not run since Gatehouse started.',
    exit: (code: number) => `exit code ${code}`,
    verdicts: { proceeded: 'went on', blocked: 'blocked', failed: 'failed' },
  },
  sandbox: {
    label: 'Sandbox',
    none: 'no sandbox: it can do what you can do',
    mayTouch: 'What it may touch',
    reads: (paths: string) =>
      paths === ''
        ? 'Reads the system and its own program; nothing else of your home folder.'
        : `Reads the system, its own program, and of your home folder: ${paths}.`,
    writes: (workspace: string, own: string | undefined) => {
      const places = [workspace, own].filter((place) => place !== undefined && place !== '');
      return places.length === 0 ? 'Writes nowhere.' : `Writes only in ${places.join(' and ')}.`;
    },
    network: 'Uses the network, programs on this computer included.',
    noNetwork: 'Has no network.',
    form: 'Run in a sandbox',
    formText:
      'Your home folder is closed but for what you list; it writes only in the workspace and a data folder of its own. Needs bubblewrap; without it the server does not start.',
    formNetwork: 'Network',
    formNetworkText: 'Off, it reaches neither the internet nor other programs on this computer.',
    read: 'Readable folders',
    readHint: 'Full paths, one per row. ${home} stands for your home folder.',
    readRow: (n: number) => `Readable folder ${n}`,
    addRead: 'Add folder',
    removeRead: (n: number) => `Remove readable folder ${n}`,
    bash: 'Commands of the built-in bash',
    bashHint:
      'In a sandbox they write only in the workspace and can’t read your home folder. Needs bubblewrap; without it no command runs.',
    bashKinds: {
      off: 'Not in a sandbox',
      'with-network': 'In a sandbox, with network',
      'without-network': 'In a sandbox, without network',
    },
  },
};
