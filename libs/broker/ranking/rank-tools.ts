import type { CatalogueIndex } from '../index/catalogue-index.ts';
import type { LearnedRanker, LearnedScores } from '../learning/learned-ranker.ts';
import { requestParts } from '../text/request-parts.ts';
import {
  CENTROID_SHARE,
  CLASSIFIER_SHARE,
  MIN_EXAMPLES_TO_BLEND,
  NEW_TOOL_MIN_FIT,
  NEW_TOOL_SHARE,
  NEW_TOOL_USES,
  SAME_EXAMPLE_BOOST,
  TEXT_SHARE,
  USUAL_BOOST,
} from './ranking-constants.ts';
import { scaleToBest, textScores } from './text-score.ts';

/** Lower bound of log probabilities: one in 10,000 counts as zero. */
const LOWEST_LOG_PROBABILITY = Math.log(1e-4);

/** Ranking of an index's tools for a message. Tools are identified by their position in the index. */
export interface Ranking {
  /** Best first, at most `most`. */
  order: number[];
  /** Score of every tool; text and learning give at most 1, before boosts. */
  scores: Float32Array;
  /** Text part of the score, 0 to 1. */
  text: Float32Array;
  /** Tools with an example equal to the message. */
  examples: ReadonlySet<number>;
  /** Indexes in `order` of tools in a place reserved for new tools. */
  lane: ReadonlySet<number>;
  /** Best absolute scores: those of {@link TextScores}, and the probability of the likeliest tool. */
  strength: { words: number; grams: number; learned: number };
}

export interface RankingRequest {
  index: CatalogueIndex;
  message: string;
  /** Maximum length of `order`. */
  most: number;
  learned?: LearnedRanker;
  /** Score boosts from conversation, agent and intents, by position of the tool. */
  boosts?: ReadonlyMap<number, number>;
  /** How usual each tool is, 0 to 1, by position; orders the tools that nothing of the message scores. */
  usual?: Float32Array;
  /** Tools that are scored but not included in `order`. */
  leftOut?: ReadonlySet<number>;
}

/**
 * Ranks every tool of the index by text, learned scores and boosts. Deterministic; tools that nothing
 * scores are ordered by how usual they are, and equal scores keep the order of the index.
 */
export function rankTools(request: RankingRequest): Ranking {
  const { index, message, most, boosts, usual, leftOut = new Set() } = request;
  const parts = requestParts(message);
  const text = textScores(index, parts);
  const learned = request.learned && request.learned.examples > 0 ? request.learned : undefined;
  const known = learned?.score(parts.flat());
  const blended = known?.isKnown ? blend(index, text.scores, learned!, known) : undefined;
  const scores = blended?.scores ?? text.scores.slice();
  // A message that nothing here can read, such as one in another language, would be ranked by the alphabet.
  if (usual && !blended)
    for (let tool = 0; tool < scores.length; tool += 1)
      if (scores[tool] === 0) scores[tool] = USUAL_BOOST * usual[tool]!;
  for (const [tool, boost] of boosts ?? []) scores[tool]! += boost;
  const examples = new Set(index.toolsWithExample(parts.flat()));
  for (const tool of examples) scores[tool]! += SAME_EXAMPLE_BOOST;
  const ranked = { order: best(scores, most, leftOut), text: text.scores, leftOut };
  return {
    ...(learned
      ? withNewTools(index, ranked, learned, most)
      : { order: ranked.order, lane: new Set<number>() }),
    scores,
    text: text.scores,
    examples,
    strength: { ...text.strength, learned: blended?.likeliest ?? 0 },
  };
}

function blend(
  index: CatalogueIndex,
  text: Float32Array,
  learned: LearnedRanker,
  known: LearnedScores,
): { scores: Float32Array; likeliest: number } {
  const places = index.documents.map(({ name }) => learned.placeOf(name));
  const centroid = Float32Array.from(places, (place) => (place === undefined ? 0 : known.centroid[place]!));
  scaleToBest(centroid);
  const logProbability = Float32Array.from(places, (place) =>
    place === undefined ? -Infinity : known.logProbability[place]!,
  );
  const ofAll = Math.log(logProbability.reduce((sum, log) => sum + Math.exp(log), 0));
  const classifierShare = shareOfClassifier(learned);
  const shares = TEXT_SHARE + CENTROID_SHARE + classifierShare;
  let likeliest = -Infinity;
  const scores = text.map((own, tool) => {
    const log = Math.max(LOWEST_LOG_PROBABILITY, logProbability[tool]! - ofAll);
    if (log > likeliest) likeliest = log;
    const likely = 1 - log / LOWEST_LOG_PROBABILITY;
    return (TEXT_SHARE * own + CENTROID_SHARE * centroid[tool]! + classifierShare * likely) / shares;
  });
  return { scores, likeliest: Math.exp(likeliest) };
}

/** The classifier's share grows with the number of examples. */
function shareOfClassifier(learned: LearnedRanker): number {
  const { least, most, perExampleOfTool } = CLASSIFIER_SHARE;
  if (learned.examples < MIN_EXAMPLES_TO_BLEND) return least;
  return Math.min(most, least + (perExampleOfTool * learned.examples) / Math.max(1, learned.toolsUsed));
}

/**
 * Reserves one of every three places for a new tool. If no new tool has reached it by score, the one with the best text
 * score takes it, so that learned scores of other tools do not hide new ones.
 */
function withNewTools(
  index: CatalogueIndex,
  { order, text, leftOut }: Pick<Ranking, 'order' | 'text'> & { leftOut: ReadonlySet<number> },
  learned: LearnedRanker,
  most: number,
): Pick<Ranking, 'order' | 'lane'> {
  const isNew = (tool: number) => learned.usesOf(index.documents[tool]!.name) < NEW_TOOL_USES;
  const fits = text.map((own, tool) => (own >= NEW_TOOL_MIN_FIT && isNew(tool) ? own : 0));
  const fresh = best(fits, Math.ceil(most * NEW_TOOL_SHARE), leftOut).filter((tool) => fits[tool]! > 0);
  const [mixed, lane] = [new Set<number>(), new Set<number>()];
  let newTools = 0;
  for (const tool of order) {
    const due = Math.floor((mixed.size + 1) * NEW_TOOL_SHARE) > newTools;
    const next = due && !isNew(tool) ? fresh.find((other) => !mixed.has(other)) : undefined;
    if (next !== undefined) {
      lane.add(mixed.size);
      mixed.add(next);
      newTools += 1;
    }
    if (mixed.has(tool)) continue;
    mixed.add(tool);
    if (isNew(tool)) newTools += 1;
  }
  return { order: lane.size === 0 ? order : [...mixed].slice(0, most), lane };
}

/** Positions of the highest scores, highest first; equal scores keep their order. */
export function best(scores: Float32Array, most: number, leftOut: ReadonlySet<number>): number[] {
  const order: number[] = [];
  if (most <= 0) return order;
  for (let at = 0; at < scores.length; at += 1) {
    const score = scores[at]!;
    if (leftOut.size > 0 && leftOut.has(at)) continue;
    if (order.length >= most && score <= scores[order[order.length - 1]!]!) continue;
    let place = order.length;
    while (place > 0 && scores[order[place - 1]!]! < score) place -= 1;
    order.splice(place, 0, at);
    if (order.length > most) order.pop();
  }
  return order;
}
