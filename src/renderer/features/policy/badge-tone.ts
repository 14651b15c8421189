import type { ToolBadge } from '../../../shared/tool.js';
import type { BadgeTone } from '../../ui/Badge.js';

const TONES: Readonly<Record<ToolBadge, BadgeTone>> = {
  'read-only': 'ok',
  destructive: 'danger',
  unannotated: 'neutral',
  'dangerous-name': 'danger',
  changed: 'warn',
};

/** The colour that supports a badge's word. */
export function badgeTone(badge: ToolBadge): BadgeTone {
  return TONES[badge];
}

/** A guarded tool always asks: allow can't be set for it. */
export function isGuarded(badges: readonly ToolBadge[]): boolean {
  return badges.includes('destructive') || badges.includes('dangerous-name');
}
