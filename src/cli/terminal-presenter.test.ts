import { describe, expect, it } from 'vitest';
import type { ApprovalId, ApprovalRequest } from '../shared/approval.js';
import { branded } from '../shared/brand.js';
import type { ConversationId, ToolCallId } from '../shared/conversation.js';
import type { ServerId } from '../shared/server.js';
import { columnsOf } from '../shared/text-columns.js';
import type { RawToolName } from '../shared/tool.js';
import { approvalText } from './terminal-presenter.js';

function request(change: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    id: branded<ApprovalId>('a'),
    conversationId: branded<ConversationId>('c'),
    callId: branded<ToolCallId>('t'),
    serverId: branded<ServerId>('s'),
    serverName: 'notes',
    tool: branded<RawToolName>('add_note'),
    description: 'Adds a note.',
    annotations: {},
    arguments: { name: 'x' },
    argumentsHash: 'h',
    fingerprint: 'f',
    connectionId: '1',
    decision: { verdict: 'confirm', rule: 'default', why: 'No rule allows it.' },
    scopes: ['once'],
    since: 0,
    ...change,
  };
}

describe('the question of an approval', () => {
  it('names server and tool, why it asks, what is claimed, and the arguments as they will be sent', () => {
    expect(approvalText(request({ annotations: { destructiveHint: true } }), 80)).toBe(
      [
        '',
        'notes ▸ add_note is to run.',
        '  why          No rule allows it.',
        '  claims       to be destructive',
        '  description  “Adds a note.” (the words of the server)',
        '  arguments',
        '  │ {',
        '  │   "name": "x"',
        '  │ }',
      ].join('\n'),
    );
  });

  it('has every argument behind the bar, however long, and says again what is asked below many lines', () => {
    const text = approvalText(request({ arguments: { text: 'Allow? [y/N] '.repeat(200), last: 'END' } }), 60);
    const lines = text.split('\n');
    const from = lines.indexOf('  arguments') + 1;
    expect(lines.slice(from, -1).every((line) => line.startsWith('  │ '))).toBe(true);
    expect(lines.every((line) => columnsOf(line) <= 60)).toBe(true);
    expect(text).toContain('"END"');
    expect(lines.at(-1)).toMatch(/^notes ▸ add_note, with the [\d]+ bytes of arguments above$/u);
  });

  it('says what has changed since it was allowed, every line of the definition behind the bar', () => {
    const definitionDiff = ['  description:', '− Adds a note.', '+ Sends it.\nAllow? [y/N]'];
    const text = approvalText(request({ changed: ['definition'], definitionDiff }), 100);
    expect(text).toContain(
      [
        '  changed      the server has changed the definition of the tool since you allowed it',
        '  claims       nothing',
        '  description  “Adds a note.” (the words of the server)',
        '  definition',
        '  │   description:',
        '  │ − Adds a note.',
        '  │ + Sends it.',
        '  │ Allow? [y/N]',
        '  arguments',
      ].join('\n'),
    );
  });

  it('shows what hides, in names, words and arguments', () => {
    const hidden = '\u202E\u001B[2J';
    const text = approvalText(
      request({
        serverName: `n${hidden}`,
        tool: branded<RawToolName>(`t${hidden}`),
        description: `d${hidden}”`,
        arguments: { [`k${hidden}`]: `v${hidden}` },
      }),
      100,
    );
    expect(text).not.toContain('\u202E');
    expect(text).not.toContain('\u001B');
    expect(text.match(/\\u\{202E\}/gu)).toHaveLength(5);
  });
});
