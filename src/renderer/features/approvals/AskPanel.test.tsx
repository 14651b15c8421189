import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ApprovalId, ApprovalView } from '../../../shared/approval.js';
import { branded } from '../../../shared/brand.js';
import type { ConversationId, MessageId, ToolCallId, ToolCallRecord } from '../../../shared/conversation.js';
import type { RawToolName } from '../../../shared/tool.js';
import type { PageLanguage } from '../../i18n/language.js';
import { WordsProvider } from '../../i18n/words-context.js';
import { pageKit } from '../../store/page.test-kit.js';
import { StoreProvider } from '../../store/store-context.js';
import { AskPanel } from './AskPanel.js';

const call: ToolCallRecord = {
  id: branded<ToolCallId>('k'),
  messageId: branded<MessageId>('m'),
  wireName: 'w',
  badges: [],
  stage: 'asking',
  approvalId: branded<ApprovalId>('p'),
  decision: { verdict: 'confirm', rule: 'default', why: '' },
};

const other: ApprovalView = {
  id: branded<ApprovalId>('q'),
  conversationId: branded<ConversationId>('c'),
  callId: branded<ToolCallId>('l'),
  serverName: 'notes',
  tool: branded<RawToolName>('add\u202E_note'),
  since: 0,
};

function rendered(language: PageLanguage, open?: ApprovalView): string {
  return renderToStaticMarkup(
    <StoreProvider store={pageKit().store}>
      <WordsProvider language={language}>
        <AskPanel call={call} open={open} />
      </WordsProvider>
    </StoreProvider>,
  );
}

function buttons(language: PageLanguage): readonly string[] {
  return [...rendered(language).matchAll(/<button.*?<\/button>/g)].map(([button]) => button.replaceAll(/<[^>]+>/g, ''));
}

describe('AskPanel', () => {
  it('offers to deny and to open the native dialog, and nothing that allows', () => {
    expect(buttons('en')).toEqual(['Deny', 'Say why…', 'Open dialog']);
    expect(buttons('zh-CN')).toEqual(['拒绝', '说明原因…', '打开对话框']);
  });

  it('says which other question is open first', () => {
    expect(rendered('en', other)).toContain('Another question is open first: notes ▸ add\\u{202E}_note.');
    expect(rendered('en', { ...other, id: branded<ApprovalId>('p') })).not.toContain('Another question');
  });
});
