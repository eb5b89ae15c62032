import { industryName } from '../arabic-names.ts';
import type { Figure, Material } from '../../prompts/tasks/material.ts';

/** "Savings a year: $60,000 (calculation of the return)". */
export const figureLine = ({ name, value, sourceName }: Figure) => `${name}: ${value} (${sourceName})`;

/** A heading, and what stands under it, is a document that was made before: no talk of anybody. */
const HEADING = /^#{1,6}\s/mu;
/** An end of a sentence: a mark that no digit or letter follows, as in "0.8" and "example.com". */
const SENTENCE_END = /(?<=[.!?؟])(?=\s|$)|\n+/u;
const LIST_SIGN = /^(?:[-*•]\s+|\d{1,2}[.)]\s+)+/u;

/** Every sentence of the messages, in order and each once, of the visitor only where `role` says so. */
export function sentencesOf(messages: Material['messages'], role?: 'user' | 'assistant'): string[] {
  const sentences = messages
    .filter((message) => role === undefined || message.role === role)
    .filter((message) => message.role === 'user' || !HEADING.test(message.text))
    .flatMap(({ text }) => text.split(SENTENCE_END))
    .map((sentence) => sentence.trim().replace(LIST_SIGN, '').trim())
    // A word alone is a greeting or an exclamation.
    .filter((sentence) => /\s/.test(sentence));
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
