import type { AllowScope, ChangedFact } from '../../shared/approval.js';
import type { ContentOrigin } from '../../shared/content-origin.js';
import type { ViewerWords } from '../../shared/ipc/viewer-contract.js';
import type { PolicyChange, Verdict } from '../../shared/policy.js';
import type { StoreProblem } from '../json-store.js';
import type { ConfirmWords } from './confirm-words.js';
import type { TurnEndWords } from './turn-end-words.js';
import type { SandboxFacts, WallWords } from './wall-words.js';

/** A language that main can speak. */
export type SpokenLanguage = 'en' | 'zh-CN';

/** Everything that main itself says to people, in one language. */
export interface Words {
  readonly language: SpokenLanguage;
  readonly cancel: string;
  readonly approval: {
    readonly wantsToRun: (what: string) => string;
    readonly says: (
      speaker: 'server' | 'gatehouse',
      claim: 'read-only' | 'destructive' | 'none',
      quote: string,
    ) => string;
    readonly saysNothing: string;
    readonly arguments: string;
    readonly argumentsEdited: string;
    /** Heads arguments of which some lines are marked: they differ from those that were asked about before. */
    readonly argumentsSinceLast: string;
    /** After the name: which of the questions of one message this is. */
    readonly place: (at: number, of: number) => string;
    readonly readBefore: (names: readonly string[]) => string;
    readonly origin: (origin: ContentOrigin, quoted: (text: string) => string) => string;
    readonly changedSince: string;
    readonly changed: Readonly<Record<ChangedFact, string>>;
    readonly fileChange: Readonly<Record<'create' | 'replace', (path: string) => string>>;
    readonly noChange: string;
    readonly linesLeftOut: (count: string) => string;
    readonly command: (folder: string) => string;
    readonly noPreview: string;
    readonly edit: string;
    /** Short: the system makes all buttons of a box as wide as the widest. */
    readonly denyRest: string;
    /** Heads the summary of what was read in the viewer just before. */
    readonly argumentsRead: (bytes: string, hash: string) => string;
    readonly deny: string;
    readonly allow: Readonly<Record<AllowScope, string>>;
    readonly waiting: (what: string) => string;
  };
  readonly confirm: WallWords & {
    readonly startServer: (
      server: string,
      command: string,
      cwd: string,
      envKeys: string,
      /**
       * The file that the command stands for, where it is known; what differs from what was confirmed before; and the
       * walls around it, where it has some.
       */
      about: {
        readonly program: string;
        readonly changed: 'no' | 'launch' | 'program';
        readonly sandbox: SandboxFacts | undefined;
      },
    ) => ConfirmWords;
    /** Empty texts stand for what is not set. `unencrypted`: others on the way can read along. */
    readonly connectRemote: (about: {
      readonly server: string;
      readonly url: string;
      readonly headers: string;
      readonly proxy: string;
      readonly caFile: string;
      readonly clientId: string;
      readonly issuerAlias: string;
      readonly trustPrivateNetwork: boolean;
      readonly unencrypted: boolean;
    }) => ConfirmWords;
    readonly trustReadOnlyHint: (server: string) => ConfirmWords;
    readonly letAskModel: (server: string) => ConfirmWords;
    /** `messages` are the server's own words, quoted line by line. */
    readonly answerSampling: (about: {
      readonly server: string;
      readonly model: string;
      readonly maxTokens: string;
      readonly messages: string;
    }) => ConfirmWords;
    /** Who says a message of such a question. */
    readonly samplingRoles: Readonly<Record<'system' | 'user' | 'assistant', string>>;
    readonly allowTool: (what: string) => ConfirmWords;
    /** `when`: tests of arguments, a line each; empty where any are allowed. */
    readonly renewAllow: (what: string, when: string) => ConfirmWords;
    readonly allowArguments: (what: string, when: string) => ConfirmWords;
    readonly removeArgumentRule: (what: string, when: string, rule: Verdict) => ConfirmWords;
    readonly removeGuardWord: (word: string) => ConfirmWords;
    /** `lines`: what an import loosens, a line each. */
    readonly importPolicies: (lines: string) => ConfirmWords;
    readonly importLine: (change: PolicyChange) => string;
    readonly revokeRule: (what: string, rule: Verdict, without: 'allow' | 'confirm' | 'unknown') => ConfirmWords;
    readonly storeKeyInPlainText: ConfirmWords;
    readonly storeSecretsInPlainText: (server: string, names: string) => ConfirmWords;
    readonly changeBaseUrl: (url: string) => ConfirmWords;
    readonly stopAskingAfterReading: ConfirmWords;
    readonly openLink: (about: {
      readonly url: string;
      readonly punycode: boolean;
      /** Where the page is opened to sign in to a server; `host` is whose page it is. */
      readonly signIn?: { readonly server: string; readonly host: string };
    }) => ConfirmWords;
    readonly removeServer: (server: string) => ConfirmWords;
    /** Stands in for a text that was read whole in the viewer. */
    readonly readWhole: (bytes: string, hash: string) => string;
  };
  readonly viewer: {
    readonly intro: string;
    /** Where only the arguments are to be changed. */
    readonly editIntro: string;
    readonly notJson: (line: number, column: number) => string;
    readonly keyTwice: (key: string, line: number, column: number) => string;
    readonly notAnObject: string;
    readonly tooLong: string;
    readonly facts: (bytes: string, hash: string) => string;
    readonly page: ViewerWords;
  };
  readonly menu: {
    readonly file: string;
    readonly quit: string;
    readonly edit: string;
    readonly undo: string;
    readonly redo: string;
    readonly cut: string;
    readonly copy: string;
    readonly paste: string;
    readonly selectAll: string;
    readonly view: string;
    readonly actualSize: string;
    readonly zoomIn: string;
    readonly zoomOut: string;
    readonly fullScreen: string;
    readonly reload: string;
    readonly developerTools: string;
    readonly window: string;
    readonly minimize: string;
    readonly close: string;
  };
  readonly page: {
    readonly crashedAgain: string;
    readonly crashedAgainDetail: string;
    readonly reload: string;
    readonly quit: string;
    readonly cannotStart: string;
    readonly internal: string;
    readonly pickFolder: string;
    readonly pickSaveFile: string;
    readonly pickOpenFile: string;
  };
  readonly turnEnd: TurnEndWords;
  readonly notices: {
    readonly storeProblem: (problem: StoreProblem) => string;
    readonly secretLost: (name: string) => string;
    readonly signInLost: string;
  };
}
