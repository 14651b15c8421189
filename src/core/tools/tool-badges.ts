import type { ToolAnnotations, ToolBadge } from '../../shared/tool.js';

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/**
 * The facts about a tool that the page shows. Claims that contradict each other are both shown. `dangerousName` comes
 * from the guard of policy. A tool without any hint is `unannotated`, which is not the same as harmless.
 */
export function toolBadges(annotations: ToolAnnotations, dangerousName: boolean): readonly ToolBadge[] {
  const badges: ToolBadge[] = [];
  if (annotations.readOnlyHint === true) badges.push('read-only');
  if (annotations.destructiveHint === true) badges.push('destructive');
  if (HINTS.every((hint) => typeof annotations[hint] !== 'boolean')) badges.push('unannotated');
  if (dangerousName) badges.push('dangerous-name');
  return badges;
}
