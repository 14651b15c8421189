import { assertNever } from '../../shared/assert-never.js';
import type { Verdict } from '../../shared/policy.js';
import { EN_TURN_END } from './en-turn-end.js';
import { EN_WALLS, wallsInEnglish } from './en-walls.js';
import type { Words } from './words.js';

const VERDICTS: Readonly<Record<Verdict, string>> = { allow: 'Allow', confirm: 'Ask', deny: 'Never' };

function verdictText(verdict: Verdict | undefined): string {
  return verdict === undefined ? 'not set' : VERDICTS[verdict];
}

export const EN: Words = {
  language: 'en',
  cancel: 'Cancel',
  approval: {
    wantsToRun: (what) => `${what} wants to run`,
    says: (speaker, claim, quote) => {
      const who = speaker === 'gatehouse' ? 'Gatehouse' : 'The server';
      if (claim === 'read-only') return `${who} calls it read-only: ${quote}`;
      if (claim === 'destructive') return `${who} calls it destructive: ${quote}`;
      return `${who} says: ${quote}`;
    },
    saysNothing: 'The server does not say what it does.',
    arguments: 'Arguments:',
    argumentsEdited: 'Arguments, as you changed them:',
    argumentsSinceLast: 'Arguments; marked is what differs from the last question:',
    place: (at, of) => ` (${at} of ${of})`,
    readBefore: (names) => `Read in this turn: ${names.join(', ')}.`,
    origin: (origin, quoted) => {
      if (origin.kind === 'server') return origin.name;
      if (origin.kind === 'hook') return 'a hook';
      return origin.kind === 'file' ? `the file ${quoted(origin.path)}` : 'the output of a command';
    },
    changedSince: 'Changed since you allowed it:',
    changed: {
      definition: 'The server has changed the definition of the tool.',
      connection: 'The connection to the server is a new one.',
      expired: 'Your allow is older than five minutes.',
      other: 'It is not the call that you allowed.',
    },
    fileChange: { create: (path) => `Creates ${path}:`, replace: (path) => `Changes ${path}:` },
    noChange: 'Nothing in it changes.',
    linesLeftOut: (count) => `… ${count} unchanged …`,
    command: (folder) => `Command, run in ${folder}:`,
    noPreview: 'What it would change can’t be shown:',
    edit: 'View or edit…',
    denyRest: 'Deny rest of turn',
    argumentsRead: (bytes, hash) => `As you have just read, ${bytes} bytes of arguments (SHA-256 ${hash}…):`,
    deny: 'Deny',
    allow: {
      once: 'Allow once',
      'chat-exact': 'Allow exactly this in this chat',
      chat: 'Allow in this chat',
      always: 'Always allow',
    },
    waiting: (what) => `${what} wants to run. Gatehouse waits for your answer.`,
  },
  confirm: {
    startServer: (server, command, cwd, envKeys, { program, changed, sandbox }) => ({
      message: `Start ${server} on this computer?`,
      detail:
        {
          no: '',
          launch: 'Its launch is not the one that you confirmed.\n\n',
          program: 'Its program file has changed since you confirmed it.\n\n',
        }[changed] +
        `${sandbox === undefined ? 'It is a program of its own and can do what you can do.' : wallsInEnglish(sandbox)} Start it only if you trust where it comes from.\n\n` +
        `Command:\n${command}\n\nFolder: ${cwd}` +
        (program === '' ? '' : `\nProgram: ${program}`) +
        (envKeys === '' ? '' : `\nEnvironment: ${envKeys}`),
      accept: 'Start',
    }),
    connectRemote: ({
      server,
      url,
      headers,
      proxy,
      caFile,
      clientId,
      issuerAlias,
      trustPrivateNetwork,
      unencrypted,
    }) => ({
      message: `Connect ${server} at this address?`,
      detail:
        `${url}\n\nThe arguments of every call to its tools are sent there, and what it answers reaches the model. Connect it only if you trust whoever runs it.` +
        (unencrypted ? '\n\nThe connection is not encrypted: others on the way can read and change it.' : '') +
        (headers === '' ? '' : `\n\nHeaders sent with it: ${headers}`) +
        (proxy === '' ? '' : `\nProxy: ${proxy}`) +
        (caFile === '' ? '' : `\nAlso trusts the authorities in: ${caFile}`) +
        (clientId === '' ? '' : `\nSigns in as the client: ${clientId}`) +
        (issuerAlias === '' ? '' : `\nTakes its sign-in server for: ${issuerAlias}`) +
        (trustPrivateNetwork ? '\nIts sign-in server may be in your private network.' : ''),
      accept: 'Connect',
    }),
    trustReadOnlyHint: (server) => ({
      message: `Trust the read-only hints of ${server}?`,
      detail:
        'Tools that this server calls read-only will then run without asking. The server says so itself; Gatehouse can’t check it. Tools with a dangerous name still ask.',
      accept: 'Trust',
    }),
    letAskModel: (server) => ({
      message: `Let ${server} ask your model?`,
      detail:
        'The server may then send texts of its own to your model, paid with your API key, and reads the answers. Gatehouse asks you about each one and shows it whole. The model gets no tools and nothing of your chats. It holds from the next connection on.',
      accept: 'Let it ask',
    }),
    answerSampling: ({ server, model, maxTokens, messages }) => ({
      message: `${server} asks your model`,
      detail: `The lines that begin with ▏ are the server’s. They go to ${model}, and its answer of at most ${maxTokens} tokens goes back to the server.\n\n${messages}`,
      accept: 'Ask once',
      refuse: 'Deny',
    }),
    samplingRoles: { system: 'Instructions:', user: 'Message:', assistant: 'Said before, as if by the model:' },
    allowTool: (what) => ({
      message: `Always allow ${what}?`,
      detail:
        'It will run without asking, in every chat, for 90 days, until you lower it again or its definition changes.',
      accept: 'Always allow',
    }),
    renewAllow: (what, when) => ({
      message: `Renew your allow for ${what}?`,
      detail:
        `It will run without asking for another 90 days, as long as its definition is the one that you allowed.` +
        (when === '' ? '' : `\n\nOnly if:\n${when}`),
      accept: 'Renew',
    }),
    allowArguments: (what, when) => ({
      message: `Allow ${what} for some arguments?`,
      detail: `It will run without asking, in every chat, for 90 days, if:\n\n${when}\n\nWhat else is in the arguments is not looked at. A missing argument, or one of another type, still asks.`,
      accept: 'Allow these',
    }),
    removeArgumentRule: (what, when, rule) => ({
      message: `Remove your rule for ${what}?`,
      detail: `${{ allow: 'The rule allows', confirm: 'The rule asks', deny: 'The rule says never' }[rule]}, if:\n\n${when}\n\nWithout it, such calls ask, or run without asking where something else allows them.`,
      accept: 'Remove',
    }),
    removeGuardWord: (word) => ({
      message: `Take “${word}” out of the list of dangerous words?`,
      detail: 'Tools with this word in their name will no longer always ask: they can then be allowed for good.',
      accept: 'Take out',
    }),
    importPolicies: (lines) => ({
      message: 'Import rules that loosen what holds now?',
      detail: `These lower your guard. All else in the file is taken over with them.\n\n${lines}`,
      accept: 'Import',
    }),
    importLine: ({ subject, name, from, to, detail }) => {
      if (subject === 'guard-word') return `“${name}” no longer makes a tool ask`;
      return `${name}${detail === undefined ? '' : `, if ${detail}`}: ${verdictText(from)} → ${verdictText(to)}`;
    },
    revokeRule: (what, rule, without) => ({
      message: `Revoke your rule for ${what}?`,
      detail: `${
        {
          allow:
            without === 'unknown' ? 'You allowed it.' : 'You allowed it, but it has changed since, so it asks now.',
          confirm: 'You set it to ask.',
          deny: 'You set it to never.',
        }[rule]
      } ${
        {
          allow: 'Without that rule it runs without asking.',
          confirm: 'Without that rule it asks each time.',
          unknown:
            'Its server is not connected, so Gatehouse can’t see the tool. Without that rule it asks, or runs without asking where the shipped policy or a trusted read-only hint allows it.',
        }[without]
      }`,
      accept: 'Revoke',
    }),
    storeKeyInPlainText: {
      message: 'Store the API key without encryption?',
      detail:
        'This system offers no safe place for secrets. Stored in plain text, any program that you run can read the key. Else it is kept in memory until Gatehouse quits.',
      accept: 'Store in plain text',
      refuse: 'Keep in memory',
    },
    storeSecretsInPlainText: (server, names) => ({
      message: `Store the secrets of ${server} without encryption?`,
      detail: `${names}\n\nThis system offers no safe place for secrets. Stored in plain text, any program that you run can read them. Else they are kept in memory until Gatehouse quits; enter them again after that.`,
      accept: 'Store in plain text',
      refuse: 'Keep in memory',
    }),
    changeBaseUrl: (url) => ({
      message: 'Send chats to this address?',
      detail: `${url}\n\nEvery chat goes there from now on, and the API key with it. Change it only to a service you trust.`,
      accept: 'Send there',
    }),
    stopAskingAfterReading: {
      message: 'Stop asking after text from outside was read?',
      detail:
        'A text that a server, a file or a page holds may tell the model what to do. Without this, tools that you allowed run by themselves also right after such a text was read, even where they write or send.',
      accept: 'Stop asking',
    },
    openLink: ({ url, punycode, signIn }) => ({
      message:
        signIn === undefined ? 'Open this address in your browser?' : `Sign in to ${signIn.server} in your browser?`,
      detail:
        url +
        (punycode
          ? '\n\nIts name holds letters of another alphabet, written here as xn--…; they may look like other letters.'
          : '') +
        (signIn === undefined ? '' : `\n\nThe page is at ${signIn.host}. Sign in only where you know it.`),
      accept: 'Open',
    }),
    ...EN_WALLS,
    removeServer: (server) => ({
      message: `Remove ${server}?`,
      detail: 'Its settings and what you allowed it are removed. The program itself stays on your computer.',
      accept: 'Remove',
    }),
    readWhole: (bytes, hash) => `The text you have just read (${bytes} bytes, SHA-256 ${hash}…). It begins:`,
  },
  viewer: {
    editIntro: 'What the call would do, and what it is given. Nothing runs from here; the decision comes after.',
    notJson: (line, column) => `This is not valid JSON at line ${line}, column ${column}.`,
    keyTwice: (key, line, column) => `The key ${key} stands a second time at line ${line}, column ${column}.`,
    notAnObject: 'Arguments are a JSON object: { … }.',
    tooLong: 'These arguments are too long to be changed here.',
    intro: 'Too long for a dialog. Read it here first; the decision comes after.',
    facts: (bytes, hash) => `${bytes} bytes · SHA-256 ${hash}`,
    page: {
      search: 'Find',
      matches: '{at} of {of}',
      notFound: 'Not found',
      wrapLines: 'Wrap lines',
      deny: 'Deny',
      readOn: 'Continue to the decision',
      toTheEnd: 'Scroll to the end to continue.',
      edit: 'Edit arguments',
      editLabel: 'Arguments as JSON',
      use: 'Use these arguments',
      back: 'Back',
      editing: 'What you change here is asked about anew before it runs, and the model is told.',
      checking: 'Checking…',
      added: 'added',
      removed: 'removed',
    },
  },
  menu: {
    file: 'File',
    quit: 'Quit',
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
    view: 'View',
    actualSize: 'Actual size',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fullScreen: 'Full screen',
    reload: 'Reload',
    developerTools: 'Developer tools',
    window: 'Window',
    minimize: 'Minimize',
    close: 'Close',
  },
  page: {
    crashedAgain: 'The window’s page crashed twice in a row',
    crashedAgainDetail: 'Chats and servers are still running. Reload the page, or quit and start again.',
    reload: 'Reload',
    quit: 'Quit',
    cannotStart: 'Gatehouse can’t start',
    internal: 'Gatehouse failed inside while doing this. The details are in its log; try again.',
    pickFolder: 'Choose the workspace folder',
    pickSaveFile: 'Export',
    pickOpenFile: 'Import a chat',
  },
  turnEnd: EN_TURN_END,
  notices: {
    storeProblem: (problem) => {
      const kept = problem.keptAs === undefined ? '' : ` It is kept as ${problem.keptAs}.`;
      const instead =
        problem.used === 'backup'
          ? ' Gatehouse goes on with the last good copy.'
          : ' There is no good copy, so Gatehouse goes on with the defaults.';
      switch (problem.kind) {
        case 'invalid-json':
          return `${problem.file} is not valid JSON at line ${problem.line}, column ${problem.column}.${kept}${instead}`;
        case 'invalid-data':
          return `${problem.file} holds something Gatehouse can’t use: ${problem.detail}.${kept}${instead}`;
        case 'unknown-version':
          return `${problem.file} was written by another version of Gatehouse (format ${problem.detail}).${kept}${instead}`;
        case 'unreadable':
          return `${problem.file} can’t be read: ${problem.detail}.${kept}${instead}`;
        default:
          return assertNever(problem);
      }
    },
    secretLost: (name) => `The stored ${name} can’t be decrypted on this system. Enter it again where you set it.`,
    signInLost: 'A stored sign-in can’t be decrypted on this system. Sign in to the server again.',
  },
};
