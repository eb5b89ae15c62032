import { detectLanguage } from '#text';
import type { ReadMessage } from '../conversation/message.ts';
import { platformHints } from '../platform/platform-hints.ts';
import type { Situation } from '../situation.ts';
import { quoted } from './phrases.ts';

const MAX_EXAMPLES = 3;
/**
 * An example that names a record, or refers to what was said before, is left out: it does not work by itself, and a policy
 * takes the name of a record for an invented one.
 */
const NEEDS_CONTEXT = /\p{L}-\d|\b(?:this|these|those|him|her|it)\b|هذ[اه]/iu;
/** Tools about tools, which users do not request, and the questions for records, which contacts may not ask. */
const META_TOOLS = new Set(['tool_search', 'request_feature', 'query_org_data']);

/** A sentence with three example messages for the agent's tools, in the language of the reader; empty without examples. */
export function exampleRequests(
  { tools, hints }: Situation,
  { language }: Pick<ReadMessage, 'language'>,
): string {
  const wanted = language === 'ar' ? 'ar' : 'en';
  const named = tools
    .map(({ name }) => name)
    .filter((name) => !META_TOOLS.has(name) && hints.tool(name)?.replacedBy === undefined);
  const examplesOf = (name: string) =>
    (hints.tool(name)?.examples ?? []).filter(
      (text) => detectLanguage(text) === wanted && !NEEDS_CONTEXT.test(text),
    );
  const isOfPlatform = (name: string) => name in platformHints;
  const examples = [
    ...inTurn(named.filter((name) => !isOfPlatform(name)).map(examplesOf)),
    ...inTurn(named.filter(isOfPlatform).map(examplesOf)),
  ].slice(0, MAX_EXAMPLES);
  if (examples.length === 0) return '';
  return wanted === 'ar'
    ? ` يمكنك أن تطلب مني مثلا: ${quoted(examples, 'ar')}.`
    : ` You can ask me, for example: ${quoted(examples, 'en')}.`;
}

/** The first of each list, then the second of each, and so on. */
function inTurn(lists: string[][]): string[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
