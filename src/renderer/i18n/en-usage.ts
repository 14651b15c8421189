/** Words of the page with the usage of all chats. */
export const enUsage = {
  usage: {
    title: 'Usage',
    intro:
      'What the models read and wrote, in all chats and for servers, and what it cost. Deleted chats still count; only these numbers are kept of them.',
    span: 'Days',
    spans: { 7: '7 days', 30: '30 days', 90: '90 days' },
    totals: (n: number) => `The last ${n} days`,
    chart: 'Day by day',
    cost: 'Cost',
    tokens: 'Tokens read and written',
    others: 'Other models',
    readout: (day: string, read: string, written: string) => `${day} · ${read} read · ${written} written`,
    nothingOn: (day: string) => `${day} · nothing`,
    day: 'Day',
    model: 'Model',
    byModel: 'By model',
    prices: (date: string) =>
      `At the list prices of ${date}; your invoice may differ. Not counted: chats in the terminal.`,
    notCounted: 'Not counted: chats in the terminal.',
    kind: 'Purpose',
    byKind: 'By purpose',
    kinds: { chat: 'Answers and summaries', broken: 'Answers that broke off', server: 'Servers (sampling)' },
    brokenHint:
      'Of an answer that broke off only what was counted by then is known: all that was read, and little of what was written.',
    empty: (n: number) => `Nothing in the last ${n} days`,
    emptyText:
      'Each answer of a model that counts tokens is added to its day. The practice model counts none and costs nothing.',
    startChat: 'Start a chat',
    allChats: 'All chats by day',
  },
};
