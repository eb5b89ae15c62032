import type { AnalyticsDimension, AnalyticsTime } from '#contracts/console';
import type { Dimension } from '../rollups/sources.ts';

/** One measure's question, checked and with its moments known. */
export interface Question {
  /** Null for every org. */
  orgId: string | null;
  by: readonly AnalyticsDimension[];
  /** Values to which a column is held; several may be. */
  filters: ReadonlyMap<Filter, readonly string[]>;
  from: Date;
  /** Not included. */
  to: Date;
  /** Of days and weeks. */
  timeZone: string;
}

/** Rollups of hours, or of days and weeks, and of hours where no whole days are. */
export type RollupGrain = 'hour' | 'day';
/** From what a question is answered: rollups, or the rows. */
export type AnsweredFrom = RollupGrain | 'rows';

/** Columns that rollups do not have: rows are read for them. */
export const rowFilters = ['caller', 'pack'] as const;
export type Filter =
  'agent' | 'tool' | 'model' | 'channel' | 'intent' | 'brokerMode' | (typeof rowFilters)[number];

export const columnOf: Record<Exclude<Filter, (typeof rowFilters)[number]>, Dimension> = {
  agent: 'agent',
  tool: 'tool',
  model: 'model',
  channel: 'channel',
  intent: 'intents',
  brokerMode: 'broker_mode',
};

const times: ReadonlySet<string> = new Set<AnalyticsTime>(['minute', 'hour', 'day', 'week']);

export function isTime(dimension: AnalyticsDimension): dimension is AnalyticsTime {
  return times.has(dimension);
}

/** A value by what the question goes by. */
export interface Figure {
  keys: string[];
  value: number | null;
}
