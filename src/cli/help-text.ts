import type { CommandName } from './invocation.js';

const SHARED_OPTIONS = `Options
  --config <file>   use the servers of this mcpServers file, and no others
  --yes-start       start and connect servers without asking; it allows no tool
  --json            print JSON on stdout
  -h, --help        print this`;

const EXIT_CODES = `Exit codes
  0    done
  1    a tool, a server or a model failed
  2    the command line is wrong: a command, a name or the arguments of a tool
  3    not allowed: you or your policy said no, or there was no terminal to ask on
  4    a file of the configuration can't be used
  5    the record of calls is not as it was written
  130  stopped with Ctrl+C (128 and the number of the signal)`;

const WHOLE = `Usage: gatehouse <command> [options]

The host of the desktop app in a terminal: the same servers, the same policy, the same question before a tool runs.

Commands
  servers                     the configured servers
  tools [server]              the tools of one server, or of all
  resources [server] [uri]    the resources of one server, or of all; or one of them
  prompts [server] [name] [json]
                              the prompts of one server, or of all; or one filled in
  call <server> <tool> [json] one call of a tool
  chat -p "…"                 one turn of a chat
  audit verify                checks the record of all calls
  help [command]              more on one of them

${SHARED_OPTIONS}
  -V, --version     print the version

Without --config the servers, policies and settings are those of the app: read from its data folder (GATEHOUSE_HOME, or
the system's place for application data) and never changed; calls are added to the app's record. An API key is taken from ANTHROPIC_API_KEY; the one that the
app keeps stays with the app. No chat is kept.

A tool that has to be confirmed is asked about on stderr and answered on stdin. Where one of them is no terminal the
answer is no. A server that was not confirmed before shows its exact command and asks the same way. NO_COLOR turns
colours off.

A server at an address that wants a sign-in shows the whole page to sign in on, and opens it in the browser after you
said yes. It holds for this run: what the app keeps stays with the app.

${EXIT_CODES}
`;

const TOPICS: Readonly<Record<CommandName, string>> = {
  servers: `Usage: gatehouse servers [options]

Lists the configured servers and the exact command of each. Nothing is started.

${SHARED_OPTIONS}
  --connect         start each server that starts by itself, and show its state and how many tools it offers

With --json: { "servers": [{ "name", "source", "start", "commandLine", "envKeys", "status"?, "tools"?, … }] }

${EXIT_CODES}
`,
  tools: `Usage: gatehouse tools [server] [options]

Starts the server, or all that start by themselves, and lists their tools: what each claims of itself, and what would
happen to a call now (runs, asks, never). Tools that can't be offered are listed with the reason.

${SHARED_OPTIONS}

With --json: { "tools": [{ "server", "name", "inputSchema", "decision", … }], "hidden": […], "failed": […] }

${EXIT_CODES}
`,
  resources: `Usage: gatehouse resources [server] [uri] [options]

Lists the resources and the templates of the server, or of all that start by themselves. With a URI it reads that one: text
goes to stdout, what is no text is named in brackets. A URI made from a template is one too.

${SHARED_OPTIONS}

With --json: { "resources": [{ "server", "uri", "name", … }], "templates": [{ "server", "uriTemplate", … }], "hidden": […],
"failed": […] }; with a URI: { "server", "uri", "contents": [{ "uri", "text" or "blob", … }] }

Examples
  gatehouse resources docs
  gatehouse resources files file:///notes/today.md > today.md

${EXIT_CODES}
`,
  prompts: `Usage: gatehouse prompts [server] [name] [json] [options]

Lists the prompts of the server, or of all that start by themselves; an argument in [brackets] may be left out. With a name
it fills that prompt in and prints its messages. The arguments are a JSON object of texts, {} where there is none; - reads
them from stdin.

${SHARED_OPTIONS}

With --json: { "prompts": [{ "server", "name", "arguments", … }], "hidden": […], "failed": […] }; with a name: { "server",
"name", "description"?, "messages": [{ "role", "content" }] }

Example
  gatehouse prompts review code-review '{"language":"TypeScript"}'

${EXIT_CODES}
`,
  call: `Usage: gatehouse call <server> <tool> [json] [options]

Calls one tool. Its arguments are a JSON object, {} where there is none; - reads them from stdin, which then can't
answer a question. The result goes to stdout, an error of the tool to stderr. On a terminal, characters that hide or
steer are shown as \\u{1B}; into a file or a pipe the text goes as it came.

${SHARED_OPTIONS}

With --json: { "server", "tool", "isError", "content", "structuredContent"? }, or { "error": { "code", "message" } }

Examples
  gatehouse call docs search '{"query":"policy"}'
  echo '{"name":"agent-loop"}' | gatehouse call notes read_note -

${EXIT_CODES}
`,
  chat: `Usage: gatehouse chat -p "…" [options]

Sends one message to the model, with the tools of every server that starts by itself. The answer streams to stdout, a
line for each tool call to stderr. Without an API key the practice model answers, offline and by rules.

${SHARED_OPTIONS}
  -p, --prompt <text>   the message; - reads it from stdin, which then can't answer a question
  --model <id>          the model, in place of that of the app's settings
  --workspace <folder>  the folder of the file tools, in place of that of the app's settings

The question offers “a” where a tool may be allowed for the rest of this run. The exit code is 3 where any call was not
allowed, also when the model went on without it. With --json: one event of the turn on each line.

${EXIT_CODES}
`,
  audit: `Usage: gatehouse audit verify [--json]

Checks the record of calls in the data folder: each record against its hash, against the one before it, and the last one
against the checkpoint. A record that was changed, removed, moved or put in is found and named; a piece of a line that a
killed process left is none. Whoever can write to the data folder can still make a whole new record with a checkpoint
that fits it. Nothing is changed.

With --json: { "sound", "records", "files", "problems": [{ "kind", "file", "line", "seq"? }], … }

${EXIT_CODES}
`,
};

/** What `--help` prints, of the whole or of one command. */
export function helpText(topic?: CommandName): string {
  return topic === undefined ? WHOLE : TOPICS[topic];
}
