import type { ToolResult } from '#contracts';
import type { MadeCall } from './conversation.ts';
import { nameOf } from './describe.ts';
import { phrasesIn, type Phrases } from './phrases.ts';

const MAX_SUGGESTIONS = 6;

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
  const own = language === 'ar' ? wordClass(result.errorClass) : undefined;
  const said = refused ?? own ?? phrases.failed(sentence);
  const suggestions = items(help['suggestions']).filter((name) => !said.includes(name));
  const missing = items(help['missing']);
  const settings = items(help['missingSettings']).filter((setting) => !said.includes(setting));
  return [
    said,
    ...(settings.length > 0 ? [phrases.settings(settings.join(', '))] : []),
    ...(missing.length > 0 ? [phrases.missing(missing.join(', '))] : []),
    ...(suggestions.length > 0 ? [phrases.suggestions(suggestions.join(', '))] : []),
  ].join(' ');
}

/** Tools say in English why they failed; what a class means can be said in Arabic. */
function wordClass(errorClass: ToolResult['errorClass']): string | undefined {
  switch (errorClass) {
    case 'NOT_CONFIGURED':
      return 'لا أستطيع ذلك هنا بعد، فهذه الخدمة غير مهيأة.';
    case 'UPSTREAM_ERROR':
    case 'UPSTREAM_UNAVAILABLE':
    case 'RATE_LIMITED':
    case 'TIMEOUT':
      return 'عذرا، لا تجيب الخدمة كما ينبغي الآن. حاول مرة أخرى لاحقا.';
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
  const known = (Array.isArray(fields) ? fields : []) as { name?: unknown; problem?: unknown }[];
  const sentence = result.error ?? '';
  if (known.length > 0 && sentence.startsWith(`The arguments of ${call.name} `)) {
    return known
      .map(({ name, problem }) => wordField(String(name), String(problem), call.arguments, phrases))
      .join(' ');
  }
  if (!Array.isArray(suggestions) || suggestions.length === 0) return undefined;
  const meant = call.arguments[String(known[0]?.name)];
  if (language === 'ar' && typeof meant === 'string') return phrases.unknown(meant);
  // A sentence that names what is meant instead needs no other words around it.
  return suggestions.some((name) => sentence.includes(nameOf(name))) && sentence.endsWith('?')
    ? sentence
    : undefined;
}

function wordField(path: string, problem: string, given: Record<string, unknown>, phrases: Phrases): string {
  const name = path.split('.')[0] ?? path;
  const title = phrases.fields[name] ?? plainName(name);
  const value = given[name];
  const bound = /^expected (at most|less than|at least|more than) (-?[\d.]+)(?: \(got .*\))?$/.exec(problem);
  const expected = /expected (one of [\p{L}\p{N} ,-]+|an? [^:]*such as .+?)(?: \(got .*\))?$/u.exec(
    problem,
  )?.[1];
  if (typeof value !== 'string' && typeof value !== 'number') return phrases.notUnderstood(title);
  if (bound) return phrases.refused(String(value), title, phrases.bounds[bound[1] as Bound](bound[2] ?? ''));
  return expected === undefined
    ? phrases.notUnderstood(title)
    : phrases.refused(String(value), title, phrases.expected(expected));
}

type Bound = keyof Phrases['bounds'];

/** "maxPrice" and "max_price" are "max price". */
function plainName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
