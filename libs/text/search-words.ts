import { normalizedWords } from './normalize-text.ts';

/** Boundary between a lower-case letter or digit and a capital (`getWeather`), and between an abbreviation and a word (`PDFReader`). */
const CAMEL_BOUNDARY = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/**
 * The normalised words of a text for search. Like {@link normalizedWords}, but splits identifiers in camelCase and snake_case
 * into words.
 */
export function searchWords(text: string): string[] {
  return normalizedWords(text.replace(CAMEL_BOUNDARY, ' '));
}
