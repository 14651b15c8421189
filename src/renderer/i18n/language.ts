import type { Language } from '../../shared/settings.js';
import { en, type Words } from './en.js';
import { zhCN } from './zh-CN.js';

export type PageLanguage = 'en' | 'zh-CN';

export const WORDS: Readonly<Record<PageLanguage, Words>> = { en, 'zh-CN': zhCN };

/**
 * The language of the page. `system` follows what the system says (BCP 47). Every Chinese gets Simplified Chinese,
 * which its readers follow better than English; every other language gets English.
 */
export function pageLanguage(chosen: Language, systemLanguage: string): PageLanguage {
  if (chosen !== 'system') return chosen;
  return /^zh\b/i.test(systemLanguage.replaceAll('_', '-')) ? 'zh-CN' : 'en';
}
