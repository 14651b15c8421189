import type { IpcError } from '../../shared/ipc/result.js';
import type { PageLanguage } from './language.js';
import { ZH_CN_LEAD, ZH_CN_WHOLE } from './zh-CN-errors.js';

/**
 * A refusal or failure in the language of the page. The core speaks English; Chinese is found by the code, and where the
 * core's sentence holds more than the code says (a name, a number, what a server answered) it stands below. A code that
 * has no words here leaves the sentence as it is.
 */
export function errorText({ code, message }: IpcError, language: PageLanguage): string {
  if (language === 'en') return message;
  const whole = Object.hasOwn(ZH_CN_WHOLE, code) ? ZH_CN_WHOLE[code] : undefined;
  if (whole !== undefined) return whole;
  const lead = Object.hasOwn(ZH_CN_LEAD, code) ? ZH_CN_LEAD[code] : undefined;
  return lead === undefined ? message : `${lead}\n${message}`;
}
