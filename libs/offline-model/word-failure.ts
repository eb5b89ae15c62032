import type { ToolResult, ValueExpectation } from '#contracts';
import type { MadeCall } from './conversation.ts';
import { nameOf } from './describe.ts';
import { failureInArabic, readsIn } from './failure-in-arabic.ts';
import { phrasesIn } from './phrases.ts';

const MAX_SUGGESTIONS = 6;
/** A choice that people can be told as it stands. */
const PLAIN_CHOICE = /^[\p{L}\p{N} -]+$/u;

/** An honest sentence for a failure, with what helps; what only a model or a programmer understands is left out. */
export function wordFailure(
  { call, result }: Required<Pick<MadeCall, 'call' | 'result'>>,
  language: string,
): string {
  const phrases = phrasesIn(language);
  const help = helpOf(result);
  const items = (value: unknown) =>
    Array.isArray(value) ? value.slice(0, MAX_SUGGESTIONS).map(nameOf).filter(Boolean) : [];
  const sentence = result.error ?? 'no reason given';
  const refused = result.errorClass === 'VALIDATION_FAILED' ? wordRefusal(call, result, language) : undefined;
  const own = wordClass(result, language);
  const failed = readsIn(language, sentence) ? phrases.failed(sentence) : failureInArabic(result.errorClass);
  const said = refused ?? own ?? failed;
  const suggestions = items(help['suggestions']).filter((name) => !said.includes(name));
  const missing = items(help['missing'])
    .map((name) => phrases.fields[name] ?? name)
    .filter((name) => readsIn(language, name));
  const settings = items(help['missingSettings']).filter((setting) => !said.includes(setting));
  return [
    said,
    ...(settings.length > 0 ? [phrases.settings(settings.join(', '))] : []),
    ...(missing.length > 0 ? [phrases.missing(missing.join(', '))] : []),
    ...(suggestions.length > 0 ? [phrases.suggestions(suggestions.join(', '))] : []),
  ].join(' ');
}

/**
 * Of a service that is away a person needs no more than that, and Arabic has no sentence of the tool's. What may have been
 * done all the same is said in the words of its failure.
 */
function wordClass(result: ToolResult, language: string): string | undefined {
  const { notReachable } = phrasesIn(language);
  const isArabic = language === 'ar';
  switch (result.errorClass) {
    case 'NOT_CONFIGURED':
      return isArabic ? 'لا أستطيع ذلك هنا بعد، فهذه الخدمة غير مهيأة.' : undefined;
    case 'UPSTREAM_UNAVAILABLE':
    case 'TIMEOUT':
      if (helpOf(result)['outcome'] !== 'unknown') return notReachable;
      return isArabic
        ? 'لم تجب الخدمة، فلا أعرف هل تم ذلك أم لا. تحقق منه قبل أن تطلبه مرة أخرى.'
        : undefined;
    case 'UPSTREAM_ERROR':
    case 'RATE_LIMITED':
      return isArabic ? notReachable : undefined;
    default:
      return undefined;
  }
}

function helpOf({ data }: ToolResult): Record<string, unknown> {
  return (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
}

/** Which detail was not understood and what is possible; undefined when the tool's own sentence is to be told. */
function wordRefusal(call: MadeCall['call'], result: ToolResult, language: string): string | undefined {
  const phrases = phrasesIn(language);
  const { fields, suggestions } = helpOf(result);
  const known = (Array.isArray(fields) ? fields : []) as RefusedField[];
  const sentence = result.error ?? '';
  // What a tool refuses by itself has a sentence for people; what a schema refuses has what it expects.
  const refused = known.filter(({ expects }) => expects !== undefined);
  if (refused.length > 0) return refused.map((field) => wordField(field, call.arguments, language)).join(' ');
  if (!Array.isArray(suggestions) || suggestions.length === 0) return undefined;
  const meant = call.arguments[String(known[0]?.name)];
  if (language === 'ar' && typeof meant === 'string') return phrases.unknown(meant);
  // A sentence that names what is meant instead needs no other words around it.
  return suggestions.some((name) => sentence.includes(nameOf(name))) && sentence.endsWith('?')
    ? sentence
    : undefined;
}

interface RefusedField {
  name?: unknown;
  expects?: ValueExpectation | null;
}

function wordField(
  { name: path, expects }: RefusedField,
  given: Record<string, unknown>,
  language: string,
): string {
  const phrases = phrasesIn(language);
  const name = String(path).split('.')[0] ?? '';
  const title = phrases.fields[name] ?? plainName(name);
  if (!readsIn(language, title)) return failureInArabic('VALIDATION_FAILED');
  const value = given[name];
  if (typeof value !== 'string' && typeof value !== 'number') return phrases.notUnderstood(title);
  const possible = expects && wordExpectation(expects, language);
  return possible ? phrases.refused(String(value), title, possible) : phrases.notUnderstood(title);
}

/** @returns undefined for choices that are names of programmers, and for what is said in another language. */
function wordExpectation(expects: ValueExpectation, language: string): string | undefined {
  const phrases = phrasesIn(language);
  if ('bound' in expects) return phrases.bounds[expects.bound](String(expects.limit));
  if ('says' in expects) return readsIn(language, expects.says) ? expects.says : undefined;
  const isPlain = 'like' in expects || expects.oneOf.every((choice) => PLAIN_CHOICE.test(choice));
  const words = 'like' in expects ? expects.like : `one of ${expects.oneOf.join(', ')}`;
  return isPlain && readsIn(language, words) ? phrases.expected(words) : undefined;
}

/** "maxPrice" and "max_price" are "max price". */
function plainName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
