import { detectLanguage, detectLanguageAfter, normalizedWords, normalizeText } from '#text';
import { type OfflineMessage } from '#pack-kit';

/** The message with its normalised words. */
export interface ReadMessage extends OfflineMessage {
  words: string[];
}

/** The message of the last exchange. Without words of its own it has the language of the conversation. */
export function lastMessage(exchanges: readonly { text: string }[]): ReadMessage {
  const texts = exchanges.map(({ text }) => text);
  const text = texts.at(-1) ?? '';
  return readMessage(text, detectLanguageAfter(text, texts.slice(0, -1)));
}

/** @param language the language, if it is known from more than the text. */
export function readMessage(text: string, language: string = detectLanguage(text)): ReadMessage {
  return {
    text,
    normalized: normalizeText(text),
    language,
    words: normalizedWords(text),
  };
}
