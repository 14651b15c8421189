import type { Language } from '../shared/settings.js';
import { EN } from './words/en.js';
import type { SpokenLanguage, Words } from './words/words.js';
import { ZH_CN } from './words/zh-CN.js';

/** The language to speak: the user's choice, else Chinese on a Chinese system, else English. */
export function spokenLanguage(setting: Language, systemLanguage: string): SpokenLanguage {
  if (setting !== 'system') return setting;
  return /^zh\b/i.test(systemLanguage) ? 'zh-CN' : 'en';
}

export function wordsOf(language: SpokenLanguage): Words {
  return language === 'zh-CN' ? ZH_CN : EN;
}
