import type { ToolBadge } from '../../../shared/tool.js';
import { useWords } from '../../i18n/words-context.js';
import { Badge } from '../../ui/Badge.js';
import { badgeTone } from './badge-tone.js';

/** What is known or claimed of a tool, each as a word that says on request who claims it. */
export function ToolBadges({ badges }: { readonly badges: readonly ToolBadge[] }) {
  const words = useWords();
  return badges.map((badge) => (
    <Badge key={badge} tone={badgeTone(badge)} tip={words.badgeTip[badge]}>
      {words.badge[badge]}
    </Badge>
  ));
}
