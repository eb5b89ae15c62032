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
} from '../ranking/ranking-constants.ts';
import { saysNothing } from '../text/says-nothing.ts';
import type { BrokerRequest } from './broker-request.ts';
import { confidenceOf, nothingFits } from './fit.ts';
import { fullSet } from './full-set.ts';

/** Schemas that are offered at most while the broker narrows (docs/broker.md, "What is offered"). */
export const MAX_NARROWED = 15;
/** Ranked tools that find a place whatever else has to be there, as far as {@link MAX_NARROWED} allows. */
const MIN_RANKED = 3;
/** With fewer tools than this the broker has not found enough to go by. */
const MIN_OFFERED = 5;
/** Ranked tools of the new message that a set of the turn before must hold to be offered again. */
const STEADY_BEST = 5;
/** Places of the ranking that are kept, for reasons and for the record. */
const RANKED_PLACES = 60;

/** Why a set is what it is, beside the ranks of its tools. */
export type ChoiceCause = 'ranked' | 'steady' | 'low_confidence' | 'nothing_fits' | 'too_few';

export interface Choice {
  /** Names, in no order. */
  tools: Set<string>;
  /** Step 1: tools that are there whatever the message says, with the reason. */
  demanded: Map<string, string>;
  cause: ChoiceCause;
  /** What kept the others out: the limit that held, in words. */
  limit: string;
  ranking: Ranking;
  /** Names of the tools that are not demanded, best first. */
  ranked: string[];
  /** The message shares too little with any tool. */
  nothingFits: boolean;
  confidence: number;
}

/**
 * The tools that a message needs, by the rules of docs/broker.md, "What is offered".
 *
 * @param places of the ranking that are wanted; what is offered does not depend on them.
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
  if (request.intents.length === 0 && (found.nothingFits || saysNothing(request.message)))
    return { ...found, ...openSet(request, demanded, continued(request, ranked), 'nothing_fits') };
  if (confidence < LOW_CONFIDENCE && ranked.length > free) {
    const wide = withDemanded(demanded, ranked, Math.max(free, fallbackK - demanded.size));
    const limit = letsIn('TOOL_RAG_FALLBACK_K', fallbackK, 'where the scores lie close together, ');
    return { ...found, tools: wide, cause: 'low_confidence', limit };
  }
  const before = steadySet(request, scopeHash, demanded, ranked);
  if (before)
    return {
      ...found,
      tools: before,
      cause: 'steady',
      limit: `the tools of the turn before are offered again, since the ${STEADY_BEST} that fit best are among them`,
    };
  return { ...found, tools: narrowed, cause: 'ranked', limit: narrowedBy(demanded.size, topK, free) };
}

const letsIn = (setting: string, most: number, where = '') =>
  `${setting} lets ${most} tools in ${where}and others come first`;

/** Which limit holds where the broker narrows: the setting, or what is left beside tools that are there in any case. */
function narrowedBy(demanded: number, topK: number, free: number): string {
  if (free === topK - demanded) return letsIn('TOOL_RAG_TOP_K', topK);
  if (free === 0) return `the ${demanded} tools that are there whatever the message says leave no place`;
  const more = `${free} more ${free === 1 ? 'has' : 'have'} a place`;
  return `${demanded} tools are there whatever the message says, ${more} and others come first`;
}

/** Always, universal and, while their trigger holds, critical tools, and the recent ones. */
function demandedTools({ usable, recentTools, message, agent }: BrokerRequest): Map<string, string> {
  const recent = new Set(recentTools);
  const demanded = new Map<string, string>();
  for (const { registered, tier } of usable) {
    const { name, trigger } = registered.tool;
    if (tier === 'always' || tier === 'universal') demanded.set(name, `tier ${tier}`);
    else if (tier === 'critical' && (trigger?.(message, agent) ?? true))
      demanded.set(name, 'critical, its trigger holds');
    else if (recent.has(name)) demanded.set(name, 'used lately in this conversation');
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

/** A message that fits nothing ("yes", "the second one") goes on with the turn before: what that was given comes first. */
function continued({ previous }: BrokerRequest, ranked: readonly string[]): string[] {
  const before = new Set(previous?.tools);
  return [...ranked.filter((name) => before.has(name)), ...ranked.filter((name) => !before.has(name))];
}

/** What the turn before was given; a set that was wide was chosen for nothing that a message could go on with. */
function givenBefore({ previous, agent }: BrokerRequest, ranked: readonly string[]): string[] {
  if (previous?.agent !== agent || previous.tools.length > MAX_NARROWED) return [];
  return ranked.filter((name) => previous.tools.includes(name));
}

/**
 * The full set while it is small enough, else the best of it. A pack that loads by search leaves out of its full set what
 * the turn before was given; an answer to that turn's question goes on with it all the same.
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
      tools: new Set([...all, ...demanded.keys(), ...givenBefore(request, ranked)]),
      cause,
      limit: `${why}, so all but those that tool_search finds are offered`,
    };
  const { fallbackK } = request.limits;
  return {
    tools: withDemanded(demanded, ranked, fallbackK - demanded.size),
    cause,
    limit: letsIn('TOOL_RAG_FALLBACK_K', fallbackK, `where ${why}, `),
  };
}

/** "In Al Dhafra", "the second one": so few words go on with what the turn before was about. */
function followsOn({ previous, agent, message }: BrokerRequest): boolean {
  if (previous?.agent !== agent || previous.tools.length > MAX_NARROWED) return false;
  return contentStems(normalizedWords(message)).length <= FOLLOW_UP_STEMS;
}

/** What intents, the pack's cues and the conversation say for tools. */
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

/** The set of the turn before, where it still holds all that this message needs: a changed list breaks the prompt cache. */
function steadySet(
  { previous, agent, learned, usable }: BrokerRequest,
  scopeHash: string,
  demanded: ReadonlyMap<string, string>,
  ranked: readonly string[],
): Set<string> | undefined {
  if (!previous || previous.tools.length > MAX_NARROWED) return undefined;
  const sameGround =
    previous.agent === agent &&
    previous.scopeHash === scopeHash &&
    previous.rankerVersion === (learned?.version ?? null);
  if (!sameGround) return undefined;
  const inScope = new Set(usable.map(({ registered }) => registered.tool.name));
  const before = new Set(previous.tools.filter((name) => inScope.has(name)));
  const needed = [...demanded.keys(), ...ranked.slice(0, STEADY_BEST)];
  return needed.every((name) => before.has(name)) ? before : undefined;
}

/** A deprecated tool comes behind its replacement, however well it fits. */
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
