import type { ContentOrigin } from '../../../shared/content-origin.js';
import { visibleText } from '../../../shared/visible-text.js';
import type { Words } from '../../i18n/en.js';
import { useWords } from '../../i18n/words-context.js';
import { Badge } from '../../ui/Badge.js';

/** Where a text comes from, in a word. */
export function OriginChip({ origin }: { readonly origin: ContentOrigin | undefined }) {
  const words = useWords();
  if (origin === undefined) return null;
  const { text, tip } = wordsOf(origin, words);
  return (
    <Badge tone="neutral" tip={tip}>
      {text}
    </Badge>
  );
}

function wordsOf(origin: ContentOrigin, { call: { from, fromTip }, trust }: Words) {
  switch (origin.kind) {
    case 'server': {
      const name = visibleText(origin.name);
      return { text: from.server(name), tip: fromTip.server(name) };
    }
    case 'file':
      return { text: from.file, tip: fromTip.file(visibleText(origin.path)) };
    case 'hook':
      return { text: trust.fromHook, tip: trust.fromHookTip(origin.event) };
    default:
      return { text: from.command, tip: fromTip.command };
  }
}
