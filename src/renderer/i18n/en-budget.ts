import { plural } from './plural.js';

/** Words of what the model is sent, and of what that costs. */
export const enBudget = {
  budget: {
    summarised: 'Earlier messages are summarised for the model',
    summaryShow: 'Show the summary',
    summaryWhy: 'They stay here whole. The model reads this in their place:',
    undoSummary: 'Undo',
    undoSummaryTip: 'The model is sent the whole chat again',
    summarising: (time: string) => `Summarising earlier messages · ${time}`,
    summaryFailed: (why: string) =>
      `Earlier messages could not be summarised, so the turn went on with shortened tool results. ${why}`,
    cost: (dollars: string) => `Paused after about ${dollars} in this turn, the limit you set.`,
    maxCost: 'US dollars per turn',
    maxCostHint:
      'After about so much in one turn you are asked to continue. Counted at list prices; a model without a known price has no such limit. 0.01 to 10,000.',
    costRange: 'An amount in dollars from 0.01 to 10,000, such as 2.50.',
    estimated: (window: string) => `Estimated, of ${window} tokens.`,
    counted: (tokens: string, window: string) =>
      `Counted by the model server: ${tokens} of ${window} tokens. The parts are estimated.`,
    fitting: 'Past 80 % the oldest tool results are shortened for the model; then earlier messages are summarised.',
    deferred: (n: number) =>
      `${plural(n, 'more tool')} can be found by the model and ${n === 1 ? 'is' : 'are'} not sent.`,
    title: 'Usage of this chat',
    show: 'Usage and chart',
    chip: 'Usage',
    soFar: 'This chat so far',
    requests: 'Requests',
    read: 'Tokens read',
    cached: 'From the cache',
    written: 'Tokens written',
    total: 'Cost',
    noPrice: 'no known price',
    prices: (date: string) =>
      `At the list prices of ${date}; your invoice may differ. Of an answer that broke off, what was counted by then.`,
    unpriced: (n: number) => `${plural(n, 'request')} without a known price: not in the cost.`,
    byServer: 'By server, estimated',
    byServerHint:
      'What the definitions and results of a server’s tools add to what the model reads, each time it reads them.',
    server: 'Server',
    tokens: 'Tokens read',
    costColumn: 'Cost',
    chatItself: 'Your chat and the instructions',
    chart: 'Request by request',
    chartRead: 'Read',
    chartWritten: 'Written',
    legendCached: 'from the cache',
    legendNew: 'new',
    legendWritten: 'written',
    request: 'Request',
    time: 'Time',
    asTable: 'Show as a table',
    summaryRequest: (n: number) => `${n}, a summary`,
    brokenRequest: (n: number) => `${n}, broke off`,
    readout: (request: string, time: string, read: string, cached: string, written: string) =>
      `Request ${request} · ${time} · ${read} read, ${cached} from the cache · ${written} written`,
    empty: 'Nothing has been counted yet. It appears with the first answer of a model that counts tokens.',
  },
};
