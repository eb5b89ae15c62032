import { hasPhrase, normalizedWords } from '#text';
import { type OfflineRoutine } from '#pack-kit';
import { PROPERTY_TYPE_WORDS } from '../../tools/arguments.ts';
import type { PropertyType } from '../../schema/entities/index.ts';
import { searchProperties } from '../../tools/search-properties.tool.ts';
import { typeName } from '../../wording.ts';

const MAX_WORDS = 9;
const DENIES =
  /\b(?:not?|without|except|excluding|anything but|don t want)\b|(?<!\p{L})(?:غير|ليس|ليست|مو|مش|الا|عدا|بدون|لا اريد)(?!\p{L})/u;

/** "Not an apartment" behind a search: it takes one kind and leaves none out, so the others are offered. */
export const asksWhichKind: OfflineRoutine = ({ message, calls, lastCalls, filled }) => {
  const words = normalizedWords(message.text);
  if (calls.length > 0 || words.length > MAX_WORDS || !DENIES.test(message.normalized)) return undefined;
  if (!lastCalls.some(({ tool }) => tool === searchProperties.name)) return undefined;
  // What is named as well is searched for: "no flat, a villa".
  const { limit: _, ...own } = filled(searchProperties.name);
  if (Object.keys(own).length > 0) return undefined;
  const kinds = Object.keys(PROPERTY_TYPE_WORDS) as PropertyType[];
  const named = kinds.filter((kind) => saysKind(words, kind));
  if (named.length === 0) return undefined;
  const language = message.language === 'ar' ? 'ar' : 'en';
  const others = kinds.filter((kind) => !named.includes(kind)).map((kind) => typeName(kind, language));
  return {
    reply:
      language === 'ar'
        ? `أبحث عن نوع واحد في كل مرة. أيها إذن: ${others.join('، ')}؟`
        : `I look for one kind at a time. Which one then: ${others.join(', ')}?`,
  };
};

function saysKind(words: readonly string[], kind: PropertyType): boolean {
  return [kind, ...PROPERTY_TYPE_WORDS[kind]].some((name) => hasPhrase([...words], [name]));
}
