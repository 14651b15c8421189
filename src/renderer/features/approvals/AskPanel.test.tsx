import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ApprovalId } from '../../../shared/approval.js';
import { branded } from '../../../shared/brand.js';
import type { MessageId, ToolCallId, ToolCallRecord } from '../../../shared/conversation.js';
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

function buttons(language: PageLanguage): readonly string[] {
  const html = renderToStaticMarkup(
    <StoreProvider store={pageKit().store}>
      <WordsProvider language={language}>
        <AskPanel call={call} />
      </WordsProvider>
    </StoreProvider>,
  );
  return [...html.matchAll(/<button.*?<\/button>/g)].map(([button]) => button.replaceAll(/<[^>]+>/g, ''));
}

describe('AskPanel', () => {
  it('offers to deny and to open the native dialog, and nothing that allows', () => {
    expect(buttons('en')).toEqual(['Deny', 'Open dialog']);
    expect(buttons('zh-CN')).toEqual(['拒绝', '打开对话框']);
  });
});
