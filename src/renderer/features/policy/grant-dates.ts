import { grantEnd, grantHolds, type GrantOrigin, type PolicyEntry } from '../../../shared/policy.js';
import type { PageLanguage } from '../../i18n/language.js';
import type { Words } from '../../i18n/en.js';

/** How often what is shown of a date is looked at again, ms. */
export const MINUTE = 60_000;

type Dated = Pick<PolicyEntry, 'since' | 'renewed' | 'verdict'> & { readonly via?: GrantOrigin };

/** How a rule of the user's came about, since when it holds, and for an allow until when. `now`: ms since the epoch. */
export function grantFacts(rule: Dated, now: number, words: Words, language: PageLanguage): readonly string[] {
  const { via = 'unknown', since, verdict } = rule;
  const facts = [words.policy.via[via], words.policy.since(dayOf(Date.parse(since), language))];
  if (verdict !== 'allow') return facts;
  const end = dayOf(grantEnd(rule), language);
  return [...facts, grantHolds(rule, now) ? words.policy.expires(end) : words.policy.expired(end)];
}

function dayOf(at: number, language: PageLanguage): string {
  return Number.isNaN(at) ? '—' : new Date(at).toLocaleDateString(language, { dateStyle: 'medium' });
}
