import type { Page } from './page-search.js';

/** The pages about Gatehouse that `docs` searches where no folder is given. */
export const PAGES: readonly Page[] = [
  {
    file: 'what-gatehouse-is.md',
    text: `# What Gatehouse is

Gatehouse is a desktop assistant that is an MCP host. MCP settles how an outside tool is called; Gatehouse settles whether it may run.

You chat with a model. The model may ask for tools: the built-in ones (read, write, edit, bash, connect_mcp) and those of every connected server, named mcp__server__tool. Each call is decided before it runs.

A tool that fails, is refused or crashes gives the model a result that says so. The chat goes on.

## 中文

Gatehouse 是一个桌面助手，也是 MCP 主机。MCP 规定如何调用外部工具，Gatehouse 决定这次调用能不能运行。

模型只能请求调用工具。工具失败、被拒绝或崩溃时，模型会收到一条说明情况的结果，对话不会中断。
`,
  },
  {
    file: 'approvals.md',
    text: `# Approvals

A call that no rule allows asks first. The question is a native dialog of the main process: the page that shows the chat cannot answer it.

The dialog names the server and the tool, says why it asks, and shows the arguments as they will be sent. Invisible characters are shown as their code points. Arguments that do not fit the box open in a viewer first.

The answers are Deny, Allow once, Allow in this chat and Always allow. Enter and Esc both deny. Always allow is not offered for a tool whose name looks dangerous or that says it may destroy something.

The call that is sent is the call that was shown. An allow can be taken back on the Servers page, and the next call asks again.

## 中文

没有规则允许的调用会先询问你。询问由主进程的原生对话框提出，显示聊天的页面无法代替你回答。

对话框写明服务器、工具、询问的原因，以及将要发送的参数。可以选择拒绝、允许一次、本次对话内允许或始终允许；回车和 Esc 都是拒绝。

已经给出的允许可以在服务器页面撤销，下一次调用会重新询问。
`,
  },
  {
    file: 'policy-order.md',
    text: `# The order of the policy

Rules are tried from the most severe to the least. No later rule lowers an earlier one.

1. A hard limit of Gatehouse refuses the call.
2. You set the tool to never: it is refused.
3. Its name looks dangerous (delete, remove, drop, 删除 and the like): it asks.
4. The server says the tool may destroy something (destructiveHint): it asks.
5. The tool has changed since you allowed it: it asks.
6. You set the tool to ask: it asks.
7. You allowed it for this chat, or always: it runs.
8. The policy that ships with Gatehouse for its own sample servers allows it: it runs.
9. A built-in tool reads inside the workspace: it runs.
10. You trust the read-only hints of its server and it carries readOnlyHint: it runs.
11. Nothing of this: it asks. The default is always to ask.

Policy is kept by server and by the name the tool has on its own server, so a server cannot take over the allow of another by giving itself its name.

## 中文

规则从最严格的开始依次判断，后面的规则不能放宽前面的规则。顺序是：硬性限制、你设为禁止、名字看起来危险、声明可能造成破坏、允许之后定义变了、你设为询问、你的允许、随附的策略、读取工作区、信任的只读提示，最后是默认：询问。
`,
  },
  {
    file: 'adding-a-server.md',
    text: `# Adding a server

Open the Servers page and choose Add. Fill in the form, or paste JSON with an entry under mcpServers:

\`\`\`json
{
  "mcpServers": {
    "my-server": {
      "command": "node",
      "args": ["/path/to/server.js", "/path/to/folder"],
      "env": { "API_KEY": "..." }
    }
  }
}
\`\`\`

Gatehouse shows the exact command before the first start and starts nothing that you have not confirmed. A changed command asks again.

Arguments reach the server as they are; no shell is involved. The server gets a short list of environment variables and what its own env names. It never gets ANTHROPIC_API_KEY.

If a server fails, its card shows the last error and the end of its stderr.

## 中文

在服务器页面选择添加服务器，填写表单，或粘贴带有 mcpServers 的 JSON。第一次启动之前会显示完整的命令，没有你的确认不会启动任何程序；命令改变后会再次询问。
`,
  },
  {
    file: 'trusting-read-only-hints.md',
    text: `# Trusting read-only hints

A server may mark a tool with readOnlyHint: it claims that the tool changes nothing. That is the server's own word, not a fact.

So the hint counts only where you switch on trust for that server. The switch is off for every server you add, and on for the bundled notes and docs.

It never counts for a tool whose name looks dangerous: a tool named delete_everything asks, whatever it claims.

A tool without annotations is labelled unannotated and asks.

## 中文

服务器可以用 readOnlyHint 声明某个工具只读。这只是服务器自己的说法，不是事实，所以只有在你为这个服务器打开信任只读提示之后才算数。名字看起来危险的工具，无论怎样声明，总会询问。
`,
  },
  {
    file: 'practice-model.md',
    text: `# The practice model

The practice model needs no key and no network. It follows rules and is not a language model; the chat says so while it is chosen.

It understands \`/call tool {"name": "value"}\` and plain sentences in English and Chinese, also with several steps. It picks the tool whose name and description fit best, fills the arguments from your words, and says what it could not do.

Try: "List my notes, read agent-loop, then add a note called test with the content hello". The first two steps only read and run by themselves; the third asks.

For a real model, put an Anthropic key into the settings. Programs that serve the same API on your own computer work by their base URL.

## 中文

练习模型不需要密钥，也不需要网络。它按规则工作，不是语言模型，界面会一直写明这一点。可以试试：列出我的笔记，读一下 agent-loop，再新建一篇叫 test 的笔记，内容写 hello。
`,
  },
];
