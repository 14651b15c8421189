import { nativeTheme } from 'electron';
import { Emitter } from '../core/observable.js';
import type { TextSize } from '../shared/settings.js';
import type { Look } from './early-look.js';
import { spokenLanguage, wordsOf } from './language.js';
import type { Words } from './words/words.js';

/** The language that main speaks, the theme that the system draws and the size of texts, following the settings. */
export class Appearance {
  readonly textSizeChanged = new Emitter<TextSize>();
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

  /** Of main's own windows too, px. */
  get textSize(): TextSize {
    return this.#look.textSize;
  }

  /** The page's own background (`--bg`), so that a window opens without a flash of another colour. */
  get background(): string {
    return nativeTheme.shouldUseDarkColors ? '#17181a' : '#faf9f7';
  }

  follow(look: Look): void {
    const before = this.textSize;
    this.#look = look;
    nativeTheme.themeSource = look.theme;
    if (before !== look.textSize) this.textSizeChanged.emit(look.textSize);
  }
}
