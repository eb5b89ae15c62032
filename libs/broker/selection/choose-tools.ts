import { type ScopedTool } from '#tools';
import { contentStems, normalizedWords } from '#text';
import type { CatalogueIndex } from '../index/catalogue-index.ts';
import { rankTools, type Ranking } from '../ranking/rank-tools.ts';
import {
  CONTEXT_BOOSTS,
  FOLLOW_UP_BOOST,
  FOLLOW_UP_STEMS,
  OPEN_ARTIFACT_BOOST,
  INTENT_BOOST,
  LOW_CONFIDENCE,
  USUAL,
} from '../ranking/ranking-constants.ts';
import { isAcknowledgement } from '../text/acknowledgement.ts';
import type { BrokerRequest } from './broker-request.ts';
import { confidenceOf, nothingFits } from './fit.ts';
import { fullSet } from './full-set.ts';

/** Maximum number of tools in a narrowed set (docs/broker.md, "What is offered"). */
export const MAX_NARROWED = 15;
/** Places for ranked tools beside the demanded ones, within {@link MAX_NARROWED}. */
const MIN_RANKED = 3;
/** Minimum size of a narrowed set; the broker fails open below it. */
const MIN_OFFERED = 5;
/** Number of best ranked tools that the previous turn's set must contain to be offered again. */
const STEADY_BEST = 5;
/** Number of ranked tools kept for reasons and the stored decision. */
const RANKED_PLACES = 60;

export type ChoiceCause = 'ranked' | 'steady' | 'low_confidence' | 'nothing_fits' | 'too_few';

export interface Choice {
  /** Names, unordered. */
  tools: Set<string>;
  /** Step 1: tools offered independently of their rank, with the reason. */
  demanded: Map<string, string>;
  cause: ChoiceCause;
  /** Text of the limit that excluded the other tools. */
  limit: string;
  ranking: Ranking;
  /** Names of the tools that are not demanded, best first. */
  ranked: string[];
  /** True if the message matches no tool well enough. */
  nothingFits: boolean;
  confidence: number;
}

/**
 * Chooses the tools for a message by the rules of docs/broker.md, "What is offered".
 *
 * @param places number of ranked tools to return; the chosen set does not depend on it.
 */
export function chooseTools(
  request: BrokerRequest,
  index: CatalogueIndex,
  scopeHash: string,
  places = RANKED_PLACES,
): Choice {
  const demanded = demandedTools(request);
  const ranking = rankTools({
    index,
    message: request.message,
    most: places,
    learned: request.learned?.ranker,
    boosts: boostsOf(request, index),
    usual: usualOf(request, index),
    leftOut: new Set([...demanded.keys()].map((name) => index.placeOf(name)!)),
  });
  const ranked = behindReplacements(
    ranking.order.map((at) => index.documents[at]!.name),
    request.usable,
  );
  const confidence = confidenceOf(request, ranking, request.limits.topK, index);
  const found = { demanded, ranking, ranked, confidence, nothingFits: nothingFits(ranking) };
  const { topK, fallbackK } = request.limits;
  const free = Math.max(
    0,
    Math.min(Math.max(topK - demanded.size, MIN_RANKED), MAX_NARROWED - demanded.size),
  );
  const narrowed = withDemanded(demanded, ranked, free);
  if (narrowed.size < MIN_OFFERED) return { ...found, ...openSet(request, demanded, ranked, 'too_few') };
  if (request.intents.length === 0 && (found.nothingFits || isAcknowledgement(request.message)))
    return { ...found, ...openSet(request, demanded, continued(request, ranked), 'nothing_fits') };
  if (confidence < LOW_CONFIDENCE && ranked.length > free) {
    const wide = withDemanded(demanded, ranked, Math.max(free, fallbackK - demanded.size));
    const limit = limitText('TOOL_RAG_FALLBACK_K', fallbackK, 'when the scores are close together, ');
    return { ...found, tools: wide, cause: 'low_confidence', limit };
  }
  const before = steadySet(request, scopeHash, demanded, ranked);
  if (before)
    return {
      ...found,
      tools: before,
      cause: 'steady',
      limit: `the previous turn’s tools are offered again, because they include the ${STEADY_BEST} best ranked`,
    };
  return { ...found, tools: narrowed, cause: 'ranked', limit: narrowedBy(demanded.size, topK, free) };
}

const limitText = (setting: string, most: number, where = '') =>
  `${setting} allows ${most} tools ${where}and others rank higher`;

/** Text of the limit of a narrowed set: the setting, or the places left by the demanded tools. */
function narrowedBy(demanded: number, topK: number, free: number): string {
  if (free === topK - demanded) return limitText('TOOL_RAG_TOP_K', topK);
  if (free === 0) return `the ${demanded} tools that are always offered leave no place`;
  const more = `${free} more ${free === 1 ? 'has' : 'have'} a place`;
  return `${demanded} tools are always offered, ${more} and others rank higher`;
}

/** Always and universal tools, critical tools whose trigger matches, and recent tools. */
function demandedTools({ usable, recentTools, message, agent }: BrokerRequest): Map<string, string> {
  const recent = new Set(recentTools);
  const demanded = new Map<string, string>();
  for (const { registered, tier } of usable) {
    const { name, trigger } = registered.tool;
    if (tier === 'always' || tier === 'universal') demanded.set(name, `tier ${tier}`);
    else if (tier === 'critical' && (trigger?.(message, agent) ?? true))
      demanded.set(name, 'critical, its trigger matches');
    else if (recent.has(name)) demanded.set(name, 'used recently in this conversation');
  }
  return demanded;
}

function withDemanded(
  demanded: ReadonlyMap<string, string>,
  ranked: readonly string[],
  places: number,
): Set<string> {
  return new Set([...demanded.keys(), ...ranked.slice(0, Math.max(0, places))]);
}

/** Puts the previous turn's tools first, because a message such as "yes" or "the second one" continues that turn. */
function continued({ previous }: BrokerRequest, ranked: readonly string[]): string[] {
  const before = new Set(previous?.tools);
  return [...ranked.filter((name) => before.has(name)), ...ranked.filter((name) => !before.has(name))];
}

/** Ranked tools of the previous turn's set; empty if that set was not narrowed, so that it says nothing about the topic. */
function previousTools({ previous, agent }: BrokerRequest, ranked: readonly string[]): string[] {
  if (previous?.agent !== agent || previous.tools.length > MAX_NARROWED) return [];
  return ranked.filter((name) => previous.tools.includes(name));
}

/**
 * The full set if it is small enough, else its best ranked tools. The previous turn's tools are added, because the full set
 * of a pack that loads by search does not contain them.
 */
function openSet(
  request: BrokerRequest,
  demanded: ReadonlyMap<string, string>,
  ranked: readonly string[],
  cause: ChoiceCause,
): Pick<Choice, 'tools' | 'cause' | 'limit'> {
  const why = cause === 'too_few' ? 'too few tools were left' : 'nothing fits the message';
  const all = fullSet(request).offered.map(({ registered }) => registered.tool.name);
  if (all.length <= request.limits.fullSetMax)
    return {
      tools: new Set([...all, ...demanded.keys(), ...previousTools(request, ranked)]),
      cause,
      limit: `${why}, so all tools except those behind tool_search are offered`,
    };
  const { fallbackK } = request.limits;
  return {
    tools: withDemanded(demanded, ranked, fallbackK - demanded.size),
    cause,
    limit: limitText('TOOL_RAG_FALLBACK_K', fallbackK, `when ${why}, `),
  };
}

/** True for a short message, such as "in Al Dhafra", which continues the topic of the previous turn. */
function followsOn({ previous, agent, message }: BrokerRequest): boolean {
  if (previous?.agent !== agent || previous.tools.length > MAX_NARROWED) return false;
  return contentStems(normalizedWords(message)).length <= FOLLOW_UP_STEMS;
}

/** Score boosts per tool, from intents, the pack's cues and the conversation. */
function boostsOf(request: BrokerRequest, index: CatalogueIndex): Map<number, number> {
  const boosts = new Map<number, number>();
  const add = (name: string, boost: number) => {
    const at = index.placeOf(name);
    if (at !== undefined && boost > 0) boosts.set(at, (boosts.get(at) ?? 0) + boost);
  };
  const open = request.openArtifact;
  for (const { registered } of request.usable) {
    const { name, intents } = registered.tool;
    if (open !== undefined && `_${name}_`.includes(`_${open}_`)) add(name, OPEN_ARTIFACT_BOOST);
    if (intents.some((intent) => request.intents.includes(intent))) add(name, INTENT_BOOST);
  }
  if (followsOn(request)) for (const name of request.previous!.tools) add(name, FOLLOW_UP_BOOST);
  for (const { boosts: own } of request.cues)
    for (const [name, boost] of Object.entries(own)) add(name, boost);
  const ranker = request.learned?.ranker;
  if (!ranker) return boosts;
  const contexts: [string, number][] = [
    [`agent:${request.agent}`, CONTEXT_BOOSTS.agent],
    [`channel:${request.channel}`, CONTEXT_BOOSTS.channel],
  ];
  const [latest] = request.recentTools;
  if (latest) contexts.push([`after:${latest}`, CONTEXT_BOOSTS.after]);
  if (open !== undefined) contexts.push([`artifact:${open}`, CONTEXT_BOOSTS.artifact]);
  for (const [context, weight] of contexts) {
    for (const [name, share] of ranker.calledIn(context)) add(name, weight * share);
  }
  return boosts;
}

/** Tools that answer questions of any kind have one of these words in their names. */
const SEARCHES = /(?:^|_)(?:search|find)(?:_|$)/;

/** How usual each tool is for the agent in this org: by past calls; without calls, tools that search come first. */
function usualOf({ learned, agent }: BrokerRequest, index: CatalogueIndex): Float32Array {
  const ofAgent = new Map(learned?.ranker.calledIn(`agent:${agent}`));
  const all = learned?.ranker.examples ?? 0;
  return Float32Array.from(index.documents, ({ name }) => {
    const [share, uses] = [ofAgent.get(name) ?? 0, learned?.ranker.usesOf(name) ?? 0];
    if (share > 0) return USUAL.ofAgent * (1 + share);
    if (uses > 0) return USUAL.ofOrg * (1 + uses / all);
    return SEARCHES.test(name) ? USUAL.search : 0;
  });
}

/** The previous turn's set, if it contains all tools that this message needs: a changed list would break the prompt cache. */
function steadySet(
  { previous, agent, learned, usable }: BrokerRequest,
  scopeHash: string,
  demanded: ReadonlyMap<string, string>,
  ranked: readonly string[],
): Set<string> | undefined {
  if (!previous || previous.tools.length > MAX_NARROWED) return undefined;
  const isComparable =
    previous.agent === agent &&
    previous.scopeHash === scopeHash &&
    previous.rankerVersion === (learned?.version ?? null);
  if (!isComparable) return undefined;
  const inScope = new Set(usable.map(({ registered }) => registered.tool.name));
  const before = new Set(previous.tools.filter((name) => inScope.has(name)));
  const needed = [...demanded.keys(), ...ranked.slice(0, STEADY_BEST)];
  return needed.every((name) => before.has(name)) ? before : undefined;
}

/** Moves deprecated tools behind their replacements, regardless of score. */
export function behindReplacements(ranked: readonly string[], usable: readonly ScopedTool[]): string[] {
  const replacedBy = new Map(
    usable.flatMap(({ registered: { tool } }) =>
      tool.deprecated ? [[tool.name, tool.deprecated.replacedBy] as const] : [],
    ),
  );
  if (replacedBy.size === 0) return [...ranked];
  const placed = new Set<string>();
  const place = (name: string) => {
    if (placed.has(name)) return;
    const replacement = replacedBy.get(name);
    if (replacement !== undefined && ranked.includes(replacement)) place(replacement);
    placed.add(name);
  };
  for (const name of ranked) place(name);
  return [...placed];
}
