import { hasPhrase } from '#text';
import { type InsightCategory } from '#pack-kit';
import { wordsOf } from './lexemes.ts';

const list = (words: string) => words.split(/[,،]/).map((word) => word.trim());

/** Words that request a category of insight. The insight itself rarely contains them. */
const REQUEST_PHRASES: [InsightCategory, string[]][] = [
  ['timeline', list('deadline, when, timing, how soon, موعد، موعدا، متى')],
  ['objection', list('objection, worry, concern, doubt, turned down, refuse, dislike, اعتراض، قلق، رفض')],
  ['motivation', list('why, reason, motivation, purpose, لماذا، سبب، دافع')],
  ['relationship', list('who decides, who, decision maker, family, من يقرر، صاحب القرار، عائلة')],
  ['preference', list('taste, like, prefer, preference, enjoy, wish, يفضل، تفضل، يحب، تحب، ذوق')],
];

/** The categories that a question requests by name or by its question word. */
export function requestedCategories(question: string): InsightCategory[] {
  const words = wordsOf(question);
  return REQUEST_PHRASES.filter(([, phrases]) => hasPhrase(words, phrases)).map(([category]) => category);
}
