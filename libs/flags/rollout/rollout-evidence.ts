/** Where the evidence is bound; `libs/broker` implements it. */
export const ROLLOUT_EVIDENCE = Symbol('RolloutEvidence');

/** Turns that called tools, and in how many of them every called tool was in the broker's set. */
export interface MeasuredTurns {
  turns: number;
  hits: number;
}

export interface MeasuredDay extends MeasuredTurns {
  /** `2026-03-01`, of UTC. */
  day: string;
}

export interface EvidenceWindow {
  /** Variant of the flag under which the turns ran. */
  variant: string;
  from: Date;
  to: Date;
}

/** What the rollout of a flag is judged by: toolInBrokeredSet as turns have measured it. */
export interface RolloutEvidence {
  /** Over all orgs. */
  overall(window: EvidenceWindow): Promise<MeasuredTurns>;
  /** The same by day, the first one first; days without a measured turn are left out. */
  byDay(window: EvidenceWindow): Promise<MeasuredDay[]>;
  /** Of each org that measured any turn. */
  byOrg(window: EvidenceWindow): Promise<Map<string, MeasuredTurns>>;
  /** Of one org. */
  ofOrg(orgId: string, window: EvidenceWindow): Promise<MeasuredTurns>;
}

/** Share of measured turns, 0 to 1; null when none was measured. */
export function rateOf({ turns, hits }: MeasuredTurns): number | null {
  return turns === 0 ? null : hits / turns;
}
