import type { Told, ToldParts } from '../../shared/told.js';
import type { PageLanguage } from './language.js';
import { ZH_CN_LEAD, ZH_CN_WHOLE } from './zh-CN-errors.js';
import { ZH_CN_SERVER_PROBLEMS } from './zh-CN-server-problems.js';
import { ZH_CN_ABOUT, ZH_CN_NAMELESS, ZH_CN_SAID, ZH_CN_TOLD } from './zh-CN-told.js';

/**
 * A sentence of the core in the language of the page: a refusal, a failure, a notice, why a tool is hidden. The core speaks
 * English; Chinese is found by the code. Where the sentence names something it is put together from its parts, or, where
 * these are not all there, the core's sentence stands below what the code says. What it lists is said one by one. A code
 * that has no words here leaves the sentence as it is.
 */
export function errorText({ code, message, parts = {}, details }: Told, language: PageLanguage): string {
  if (language === 'en') return message;
  const listed = details?.map((detail) => errorText(detail, language)).join('\n');
  const ways = own(ZH_CN_TOLD, code) ?? own(ZH_CN_SERVER_PROBLEMS, code);
  const told = ways?.find((template) => namesIn(template).every((name) => Object.hasOwn(parts, name)));
  if (told !== undefined) return below(aboutEntry(withWordsOf(filled(told, parts), parts), parts), listed);
  const whole = own(ZH_CN_WHOLE, code);
  if (whole !== undefined) return whole;
  const lead = own(ZH_CN_LEAD, code);
  return lead === undefined ? message : below(lead, listed ?? message);
}

/** The names of the parts that a template needs. */
export function namesIn(template: string): readonly string[] {
  return [...template.matchAll(PLACE)].map(([, name = '']) => name);
}

const PLACE = /\{(\w+)\}/g;

/** In one pass: a part may hold braces of its own. */
function filled(template: string, parts: ToldParts): string {
  return template.replace(PLACE, (_place, name: string) => parts[name] ?? '');
}

/** What the other side said stays as it is, in quotation marks. */
function withWordsOf(sentence: string, { said }: ToldParts): string {
  return said === undefined || sentence.includes(said) ? sentence : `${sentence}\n${filled(ZH_CN_SAID, { said })}`;
}

/** Which of several it is about stands before it. */
function aboutEntry(sentence: string, { entry }: ToldParts): string {
  return entry === undefined ? sentence : `${filled(ZH_CN_ABOUT, { entry: entry || ZH_CN_NAMELESS })}${sentence}`;
}

function below(sentence: string, next: string | undefined): string {
  return next === undefined ? sentence : `${sentence}\n${next}`;
}

/** Codes come from outside this room: `constructor` is in every object. */
function own<T>(table: Readonly<Record<string, T>>, code: string): T | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}
