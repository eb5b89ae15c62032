import type { ToolRank } from './broker-request.ts';

/** Where the broker stopped in one message: what a tool that it left out is held against. */
export interface BrokerCut {
  /** Tools that it chose. */
  chosen: number;
  /** Those of them that are there whatever the message says: by tier, trigger or since they were used lately. */
  demanded: number;
  /** The last one that its rank brought in; null where no rank did. */
  last: ({ tool: string; rank: number } & Omit<ToolRank, 'rank'>) | null;
}

/** @param ranks of the tools of the message; those that it does not name are not known. */
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
