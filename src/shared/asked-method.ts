/** What a server can ask of people, in the words of MCP. Its question for roots is answered by the host, at once. */
export type AskedMethod = 'elicitation/create' | 'sampling/createMessage';
