import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { MessageId } from '../../../shared/conversation.js';
import { hookText } from '../../../shared/hook-words.js';
import { WordsProvider } from '../../i18n/words-context.js';
import { pageKit } from '../../store/page.test-kit.js';
import { StoreProvider } from '../../store/store-context.js';
import { UserRow } from './UserRow.js';

/** The words that the row shows, in their order. */
function rendered(...texts: readonly string[]): readonly string[] {
  const blocks = texts.map((text) => ({ type: 'text', text }) as const);
  const html = renderToStaticMarkup(
    <StoreProvider store={pageKit().store}>
      <WordsProvider language="en">
        <UserRow message={{ role: 'user', id: branded<MessageId>('m'), at: 0, blocks }} />
      </WordsProvider>
    </StoreProvider>,
  );
  return html.split(/<[^>]+>/u).filter((part) => part.trim() !== '');
}

describe('a message of the user', () => {
  it('shows what a hook added apart from it, with a chip that says whose it is', () => {
    expect(rendered('list my notes')).toEqual(['You', 'list my notes']);
    expect(rendered('list my notes', hookText({ event: 'UserPromptSubmit', text: 'It is Mon\u200Bday.' }))).toEqual([
      'You',
      'list my notes',
      'from a hook',
      'It is Mon\\u{200B}day.',
    ]);
  });

  it('that is a hook’s alone is not shown as the user’s', () => {
    expect(rendered(hookText({ event: 'Stop', text: 'Look again.' }))).toEqual(['from a hook', 'Look again.']);
  });
});
