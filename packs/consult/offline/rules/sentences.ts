import { industryName } from '../arabic-names.ts';
import type { Figure, Material } from '../../prompts/tasks/material.ts';

/** "Savings a year: $60,000 (calculation of the return)". */
export const figureLine = ({ name, value, sourceName }: Figure) => `${name}: ${value} (${sourceName})`;

/** A heading with the text below it is a document that was generated earlier, not a statement. */
const HEADING = /^#{1,6}\s/mu;
/** The end of a sentence: a mark without a digit or letter after it, unlike in "0.8" and "example.com". */
const SENTENCE_END = /(?<=[.!?؟])(?=\s|$)|\n+/u;
const LIST_SIGN = /^(?:[-*•]\s+|\d{1,2}[.)]\s+)+/u;

/** The distinct sentences of the messages, in order; with `role`, only those of this role. */
export function sentencesOf(messages: Material['messages'], role?: 'user' | 'assistant'): string[] {
  const sentences = messages
    .filter((message) => role === undefined || message.role === role)
    .filter((message) => message.role === 'user' || !HEADING.test(message.text))
    .flatMap(({ text }) => text.split(SENTENCE_END))
    .map((sentence) => sentence.trim().replace(LIST_SIGN, '').trim())
    // A single word is a greeting or an exclamation.
    .filter((sentence) => /\s/.test(sentence));
  return [...new Set(sentences)];
}

/** The distinct sentences that contain one of the cues, up to the limit. */
export function pick(sentences: readonly string[], cue: RegExp, most: number): string[] {
  return [...new Set(sentences.filter((sentence) => cue.test(sentence)))].slice(0, most);
}

/** The values of a profile, in the order of the keys; the industry has its name in the language. */
export function whoIs(profile: Record<string, unknown>, keys: readonly string[], language: string): string[] {
  return keys.flatMap((key) => {
    const value = profile[key];
    if (typeof value !== 'string') return [];
    return key === 'industry' ? industryName(value, language) : value;
  });
}
