/** Injection token of the evidence; `libs/broker` implements it. */
export const ROLLOUT_EVIDENCE = Symbol('RolloutEvidence');

/** Number of turns that called tools, and of those in which the broker had chosen every called tool. */
export interface MeasuredTurns {
  turns: number;
  hits: number;
}

export interface MeasuredDay extends MeasuredTurns {
  /** UTC date, such as `2026-03-01`. */
  day: string;
}

export interface EvidenceWindow {
  /** Variant of the flag under which the turns ran. */
  variant: string;
  from: Date;
  to: Date;
}

/** The evidence for the rollout of a flag: toolInBrokeredSet, as measured in turns. */
export interface RolloutEvidence {
  overall(window: EvidenceWindow): Promise<MeasuredTurns>;
  /** The sums per day, ascending; days without a measured turn are omitted. */
  byDay(window: EvidenceWindow): Promise<MeasuredDay[]>;
  /** The sums per org; orgs without a measured turn are omitted. */
  byOrg(window: EvidenceWindow): Promise<Map<string, MeasuredTurns>>;
  ofOrg(orgId: string, window: EvidenceWindow): Promise<MeasuredTurns>;
}

/** Share of measured turns, 0 to 1; null if no turn was measured. */
export function rateOf({ turns, hits }: MeasuredTurns): number | null {
  return turns === 0 ? null : hits / turns;
}
