import type { ToolTier } from '#contracts';
import type { CatalogueIndex } from '../index/catalogue-index.ts';
import type { BrokerRequest, BrokerSelection } from './broker-request.ts';
import type { Choice } from './choose-tools.ts';
import type { OfferedSet } from './full-set.ts';

/** One tool in scope, as the broker sees it for a message. */
export interface ExplainedTool {
  tool: string;
  tier: ToolTier;
  offered: boolean;
  /** True if the broker chose the tool, so that `enforce` offers it. */
  chosen: boolean;
  /** From 1; null for a tool offered independently of its rank. */
  rank: number | null;
  score: number;
  reason: string;
}

export const toThousandths = (score: number) => Math.round(score * 1_000) / 1_000;

/** Every tool in scope: demanded tools first, then by rank. */
export function explained(
  { usable }: BrokerRequest,
  index: CatalogueIndex,
  { ranked, ranking, demanded }: Choice,
  {
    chosen,
    reasons,
    selection,
  }: { chosen: OfferedSet; reasons: Record<string, string>; selection: BrokerSelection },
): ExplainedTool[] {
  const namesOf = (set: OfferedSet['offered']) => new Set(set.map(({ registered }) => registered.tool.name));
  const [offered, own] = [namesOf(selection.offered), namesOf(chosen.offered)];
  const ranks = new Map(ranked.map((name, at) => [name, at + 1]));
  const tools = usable.map(({ registered, tier }) => {
    const { name } = registered.tool;
    return {
      tool: name,
      tier,
      offered: offered.has(name),
      chosen: own.has(name),
      rank: demanded.has(name) ? null : (ranks.get(name) ?? null),
      score: toThousandths(ranking.scores[index.placeOf(name)!] ?? 0),
      reason: reasons[name] ?? '',
    };
  });
  return tools.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || (a.tool < b.tool ? -1 : 1));
}
