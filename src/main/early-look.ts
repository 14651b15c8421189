import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../shared/json.js';
import { DEFAULT_SETTINGS, type Settings } from '../shared/settings.js';

export type Look = Pick<Settings, 'language' | 'theme'>;

/**
 * How the window should look, read before anything else is loaded, so that it opens at once and in the right colour. Only a
 * glance: a file that can't be used gives the defaults here, and is reported when its store opens it.
 */
export function earlyLook(folder: string): Look {
  const settings = settingsIn(join(folder, 'settings.json'));
  const { language, theme } = settings;
  return {
    language: language === 'en' || language === 'zh-CN' ? language : DEFAULT_SETTINGS.language,
    theme: theme === 'light' || theme === 'dark' ? theme : DEFAULT_SETTINGS.theme,
  };
}

function settingsIn(file: string): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const settings = isJsonObject(content) ? content['settings'] : undefined;
    return isJsonObject(settings) ? settings : {};
  } catch {
    return {};
  }
}
