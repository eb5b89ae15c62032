import type { CatalogueIndex } from '../index/catalogue-index.ts';
import type { Ranking } from '../ranking/rank-tools.ts';
import { INTENT_CONFIDENCE, SCORE_FLOOR } from '../ranking/ranking-constants.ts';
import type { BrokerRequest } from './broker-request.ts';

/** 1 if the best score is far above that of the last offered place; 0 if both are equal, or the message scores no tool. */
export function confidenceOf(
  request: BrokerRequest,
  ranking: Ranking,
  last: number,
  index: CatalogueIndex,
): number {
  const scoreAt = (place: number) => ranking.scores[ranking.order[place] ?? -1] ?? 0;
  const first = scoreAt(0);
  const { words, grams, learned } = ranking.strength;
  const isRead = words > 0 || grams > 0 || learned > 0 || ranking.examples.size > 0;
  if (first <= 0 || (!isRead && request.intents.length === 0)) return 0;
  const best = index.documents[ranking.order[0]!]!.name;
  const tool = request.usable.find(({ registered }) => registered.tool.name === best)?.registered.tool;
  const matchesIntent = tool?.intents.some((intent) => request.intents.includes(intent)) ?? false;
  return Math.min(1, 1 - scoreAt(last - 1) / first + (matchesIntent ? INTENT_CONFIDENCE : 0));
}

/** True if the message matches no tool well enough. */
export function nothingFits({ strength, examples }: Ranking): boolean {
  return (
    examples.size === 0 &&
    strength.words < SCORE_FLOOR.words &&
    strength.grams < SCORE_FLOOR.grams &&
    strength.learned < SCORE_FLOOR.learned
  );
}
