import { normalizedWords } from './normalize-text.ts';

/** Between a small letter or digit and a capital (`getWeather`), and between an abbreviation and a word (`PDFReader`). */
const CAMEL_BOUNDARY = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/**
 * The normalised words of a text for search: identifiers in camelCase and snake_case fall into their words, everything
 * else is as {@link normalizedWords} gives it.
 */
export function searchWords(text: string): string[] {
  return normalizedWords(text.replace(CAMEL_BOUNDARY, ' '));
}
