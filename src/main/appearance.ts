import { nativeTheme } from 'electron';
import type { Look } from './early-look.js';
import { spokenLanguage, wordsOf } from './language.js';
import type { Words } from './words/words.js';

/** The language that main speaks and the theme that the system draws, following the settings. */
export class Appearance {
  readonly #systemLanguage: string;
  #look: Look;

  constructor(look: Look, systemLanguage: string) {
    this.#look = look;
    this.#systemLanguage = systemLanguage;
    nativeTheme.themeSource = look.theme;
  }

  get words(): Words {
    return wordsOf(spokenLanguage(this.#look.language, this.#systemLanguage));
  }

  /** The page's own background (`--bg`), so that a window opens without a flash of another colour. */
  get background(): string {
    return nativeTheme.shouldUseDarkColors ? '#17181a' : '#faf9f7';
  }

  follow(look: Look): void {
    this.#look = look;
    nativeTheme.themeSource = look.theme;
  }
}
