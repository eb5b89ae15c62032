import { rankedReason, type RankedReason } from './reasons.ts';

/** Where the broker stopped in one message: what a tool that it left out is held against. */
export interface BrokerCut {
  /** Tools that it chose. */
  chosen: number;
  /** Those of them that are there whatever the message says: by tier, trigger or since they were used lately. */
  demanded: number;
  /** The last one that its rank brought in; null where no rank did. */
  last: ({ tool: string; rank: number } & Omit<RankedReason, 'rank'>) | null;
}

/** @param of each tool's rank and score; undefined where it is not known. */
export function brokerCut(
  chosen: readonly string[],
  of: (tool: string) => RankedReason | undefined,
): BrokerCut {
  let last: BrokerCut['last'] = null;
  let demanded = 0;
  for (const tool of chosen) {
    const known = of(tool);
    if (!known) continue;
    if (known.rank === null) demanded += 1;
    else if (known.rank > (last?.rank ?? 0)) last = { ...known, tool, rank: known.rank };
  }
  return { chosen: chosen.length, demanded, last };
}

/** As {@link brokerCut}, of a decision by the reasons that it keeps. */
export function cutOfReasons(
  chosen: readonly string[],
  reasons: Readonly<Record<string, string>>,
): BrokerCut {
  return brokerCut(chosen, (tool) => (reasons[tool] === undefined ? undefined : rankedReason(reasons[tool])));
}
