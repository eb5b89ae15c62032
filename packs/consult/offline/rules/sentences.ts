import { industryName } from '../arabic-names.ts';
import type { Figure, Material } from '../../prompts/tasks/material.ts';

/** "Savings a year: $60,000 (calculation of the return)". */
export const figureLine = ({ name, value, sourceName }: Figure) => `${name}: ${value} (${sourceName})`;

/** A heading, and what stands under it, is a document that was made before: no talk of anybody. */
const HEADING = /^#{1,6}\s/mu;
/** An end of a sentence: a mark that no digit or letter follows, as in "0.8" and "example.com". */
const SENTENCE_END = /(?<=[.!?؟])(?=\s|$)|\n+/u;
const LIST_SIGN = /^(?:[-*•]\s+|\d{1,2}[.)]\s+)+/u;

/** "Hi there, ", "مرحبا،": what a message opens with and says nothing of the matter. */
const GREETING =
  /^(?:(?:hi|hello|hey|greetings|good (?:morning|afternoon|evening|day)|السلام عليكم(?: ورحمة الله(?: وبركاته)?)?|مرحب(?:ا|اً|ًا)|أهلا(?: وسهلا)?|اهلا(?: وسهلا)?|صباح الخير|مساء الخير)(?: (?:there|all|everyone|team|again|بكم|بك))?(?:\s*[,!،.:–-]+\s*|\s+(?=(?:we|i|our|my|نحن|لدينا|عندنا|أنا|i'm|we're)(?!\p{L})))|(?:hi|hello|hey)$)+/iu;

function withoutGreeting(sentence: string): string {
  const rest = sentence.replace(GREETING, '');
  return rest === sentence ? sentence : rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Every sentence of the messages, in order and each once, of the visitor only where `role` says so. */
export function sentencesOf(messages: Material['messages'], role?: 'user' | 'assistant'): string[] {
  const sentences = messages
    .filter((message) => role === undefined || message.role === role)
    .filter((message) => message.role === 'user' || !HEADING.test(message.text))
    .flatMap(({ text }) => text.split(SENTENCE_END))
    .map((sentence) => withoutGreeting(sentence.trim().replace(LIST_SIGN, '').trim()))
    .filter((sentence) => sentence.length > 3);
  return [...new Set(sentences)];
}

/** Those in which one of the cues stands, each once, at most so many. */
export function pick(sentences: readonly string[], cue: RegExp, most: number): string[] {
  return [...new Set(sentences.filter((sentence) => cue.test(sentence)))].slice(0, most);
}

/** The values of a profile, in the order of the keys; their industry as the language calls it. */
export function whoIs(profile: Record<string, unknown>, keys: readonly string[], language: string): string[] {
  return keys.flatMap((key) => {
    const value = profile[key];
    if (typeof value !== 'string') return [];
    return key === 'industry' ? industryName(value, language) : value;
  });
}
