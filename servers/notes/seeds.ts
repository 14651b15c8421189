/** The notes that an empty folder starts with: name to Markdown. */
export const SEEDS: Readonly<Record<string, string>> = {
  'agent-loop': `# The agent loop

An agent is a loop around a model.

1. The host sends the model the conversation and the list of tools it may ask for.
2. The model answers with text, with calls of tools, or with both.
3. The host decides about each call. An allowed call runs; its result goes back to the model. A refused call goes back too, as a result that says so.
4. The loop goes round again until the model asks for no more tools.

The model only ever asks. Whether something runs is decided outside of it, and each call gets exactly one result, also when it fails, is refused or is stopped.
`,
  mcp: `# The Model Context Protocol

MCP is a protocol between a host (an app with a model) and servers (programs with tools). Messages are JSON-RPC 2.0.

- \`initialize\` agrees on a revision of the protocol, such as 2025-11-25.
- \`tools/list\` names the tools, each with a JSON Schema for its arguments.
- \`tools/call\` runs one of them.

A local server speaks over its stdin and stdout, one message a line; stderr is its log. A tool may carry hints such as \`readOnlyHint\`. A hint is what the server says of itself: the protocol tells hosts not to rely on it unless they trust the server.
`,
  approvals: `# Approvals

MCP settles how a tool is called. It leaves to the host whether a call may run.

Gatehouse asks before each call that no rule allows. Its dialog names the server and the tool, says why it asks, and shows the arguments as they will be sent. You can deny, allow once, allow for this chat, or always allow. What you have allowed can be taken back on the Servers page.

Some calls always ask: tools whose names look dangerous, and tools that say of themselves that they may destroy something.
`,
  欢迎: `# 欢迎

这里是 notes 服务器的笔记，每篇笔记是文件夹里的一个 Markdown 文件。

- list_notes 和 read_note 只读取，不改变任何东西。
- add_note 新建一篇笔记；如果名字已经存在，它会拒绝，不会覆盖。

模型只能请求调用工具，能不能运行由 Gatehouse 和你决定。可以从 agent-loop 这篇读起。
`,
};
