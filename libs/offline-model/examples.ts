import { detectLanguage } from '#text';
import type { ModelTool } from '#models';
import type { OfflineHints } from './hints.ts';

/** Tools about tools, which nobody asks for by name, and the one that finds nothing for somebody who is new. */
const META_TOOLS = new Set(['tool_search', 'request_feature', 'query_org_data', 'retrieve_context']);

/** Tools that every pack has; what the pack itself can do is named before them. */
const COMMON_TOOLS = new Set(['store_insight', 'retrieve_context', 'read_file', 'write_file']);

/** Of a tool that serves both, what staff say of a contact, who would be taken aback by it. */
const OF_A_THIRD_PERSON =
  /\b(?:she|her|hers|he|him|his|they|them|their|leads?|buyers?|clients?|customers?|contacts?|owners?|sellers?|tenants?|landlords?)\b|العميل|العملاء|الزبون|المشتري|المالك|البائع|المستأجر|المطلوبة|تذكر أنه/i;

/** What a person could ask for, in a person's words: examples of the offered tools in turn, in the language of the message. */
export function exampleRequests(
  tools: readonly ModelTool[],
  hints: OfflineHints,
  language: string,
  { most, toContact }: { most: number; toContact: boolean },
): string[] {
  const wanted = language === 'ar' ? 'ar' : 'en';
  const lists = tools
    .filter(({ name }) => !META_TOOLS.has(name) && hints.tool(name)?.replacedBy === undefined)
    .filter(({ name }) => !toContact || hints.tool(name)?.hints?.examplesOf !== 'staff')
    .sort((a, b) => Number(COMMON_TOOLS.has(a.name)) - Number(COMMON_TOOLS.has(b.name)))
    .map(({ name }) =>
      (hints.tool(name)?.examples ?? []).filter(
        (text) => detectLanguage(text) === wanted && !(toContact && OF_A_THIRD_PERSON.test(text)),
      ),
    );
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const inTurn = Array.from({ length: longest }, (_, at) => lists.map((list) => list[at])).flat();
  return inTurn.filter((text) => text !== undefined).slice(0, most);
}
