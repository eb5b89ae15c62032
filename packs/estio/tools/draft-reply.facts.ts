import type { OfflineToolHints, ToolContext } from '#pack-kit';
import { analyzeMarketTrends } from './analyze-market-trends.tool.ts';
import { calculateMortgage } from './calculate-mortgage.tool.ts';
import { checkCalendar } from './check-calendar.tool.ts';
import { scheduleViewing } from './schedule-viewing.tool.ts';
import type { Wording } from '../wording.ts';

/** What these give may be told to a customer; what a party offers, or the office has noted, may not. */
const TELLING = [calculateMortgage, checkCalendar, scheduleViewing, analyzeMarketTrends];
const SEARCH = 'search_properties';
const MOST_RESULTS = 8;
const MAX_FACT_CHARACTERS = 300;
const MAX_PROPERTIES = 3;

interface FactsOfTurn {
  /** A statement for each result of the turn that can be told, oldest first. */
  facts: string[];
  /** Ids of what was found last, and whether the turn itself has searched. */
  found: string[];
  foundInTurn: boolean;
}

/**
 * What a text says and which listings it names. What is left out is taken from the turn; listings of an earlier search only
 * where there is nothing else to say.
 */
export async function whatToSay(
  { keyPoints, propertyIds }: { keyPoints: string[]; propertyIds?: string[] },
  language: Wording,
  context: Pick<ToolContext, 'conversation'>,
): Promise<{ keyPoints: string[]; ids: string[] }> {
  const atMost = (ids: readonly string[]) => [...new Set(ids)].slice(0, MAX_PROPERTIES);
  if (keyPoints.length > 0 && propertyIds !== undefined) return { keyPoints, ids: atMost(propertyIds) };
  const turn = await factsOfTurn(context, language);
  const said = keyPoints.length > 0 ? keyPoints : turn.facts;
  const found = turn.foundInTurn || said.length === 0 ? turn.found : [];
  return { keyPoints: said, ids: atMost(propertyIds ?? found) };
}

/** What the tools of a turn have found out, for a text that nobody gave points for. */
async function factsOfTurn(
  { conversation }: Pick<ToolContext, 'conversation'>,
  language: Wording,
): Promise<FactsOfTurn> {
  const tools = [SEARCH, ...TELLING.map(({ name }) => name)];
  const results = (await conversation?.results({ tools, most: MOST_RESULTS })) ?? [];
  const facts = results
    .filter(({ tool, ofTurn }) => ofTurn && tool !== SEARCH)
    .map(({ tool, data, arguments: given }) => factOf(tool, data, given, language))
    .filter(Boolean);
  const search = results.find(({ tool }) => tool === SEARCH);
  const { items = [] } = (search?.data ?? {}) as { items?: { id: string }[] };
  return {
    facts: facts.toReversed(),
    found: items.map(({ id }) => id),
    foundInTurn: search?.ofTurn === true,
  };
}

/** As the tool words its result, without what it asks. */
function factOf(name: string, data: unknown, given: Record<string, unknown>, language: Wording): string {
  const reply = (TELLING.find((tool) => tool.name === name)?.offline as OfflineToolHints | undefined)?.reply;
  const text = (reply?.[language] ?? reply?.en)?.(data as never, given as never) ?? '';
  const lines = text.split('\n').filter((line) => !/[?؟]$/.test(line.trim()));
  return lines.join(' ').slice(0, MAX_FACT_CHARACTERS);
}
