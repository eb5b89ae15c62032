import { detectLanguage, normalizedWords, normalizeText, type OfflineMessage } from '#tools';

/** The message with its normalised words. */
export interface ReadMessage extends OfflineMessage {
  words: string[];
}

export function readMessage(text: string): ReadMessage {
  return {
    text,
    normalized: normalizeText(text),
    language: detectLanguage(text),
    words: normalizedWords(text),
  };
}
