import type { ToolRank } from './broker-request.ts';

/** The cut-off of the broker for one message, to compare omitted tools with. */
export interface BrokerCut {
  chosen: number;
  /** Number of chosen tools that do not depend on their rank: by tier, trigger or recent use. */
  demanded: number;
  /** The lowest ranked chosen tool; null if no tool was chosen by rank. */
  last: ({ tool: string; rank: number } & Omit<ToolRank, 'rank'>) | null;
}

/** @param ranks known ranks of tools for the message. */
export function brokerCut(
  chosen: readonly string[],
  ranks: Readonly<Partial<Record<string, ToolRank>>>,
): BrokerCut {
  let last: BrokerCut['last'] = null;
  let demanded = 0;
  for (const tool of chosen) {
    const known = ranks[tool];
    if (!known) continue;
    if (known.rank === null) demanded += 1;
    else if (known.rank > (last?.rank ?? 0)) last = { ...known, tool, rank: known.rank };
  }
  return { chosen: chosen.length, demanded, last };
}
