import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../shared/json.js';
import { DEFAULT_SETTINGS, TEXT_SIZES, type Settings } from '../shared/settings.js';

export type Look = Pick<Settings, 'language' | 'theme' | 'textSize' | 'density'>;

/**
 * How the window should look, read before anything else is loaded, so that it opens at once and in the right colour. Only a
 * glance: a file that can't be used gives the defaults here, and is reported when its store opens it.
 */
export function earlyLook(folder: string): Look {
  const settings = settingsIn(join(folder, 'settings.json'));
  const { language, theme, textSize, density } = settings;
  return {
    language: language === 'en' || language === 'zh-CN' ? language : DEFAULT_SETTINGS.language,
    theme: theme === 'light' || theme === 'dark' ? theme : DEFAULT_SETTINGS.theme,
    textSize: TEXT_SIZES.find((size) => size === textSize) ?? DEFAULT_SETTINGS.textSize,
    density: density === 'compact' ? density : DEFAULT_SETTINGS.density,
  };
}

/** The look as the query of a page's address: the page puts it on before it paints, and asks nobody. */
export function lookQuery({ textSize, density }: Look): string {
  return new URLSearchParams({ text: String(textSize), density }).toString();
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
