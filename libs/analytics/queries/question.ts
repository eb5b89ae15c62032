import type { AnalyticsDimension, AnalyticsTime } from '#contracts/console';
import type { Dimension } from '../rollups/sources.ts';

/** A validated query of one measure with resolved timestamps. */
export interface Question {
  /** Null for every org. */
  orgId: string | null;
  by: readonly AnalyticsDimension[];
  /** Allowed values of each filtered column. */
  filters: ReadonlyMap<Filter, readonly string[]>;
  from: Date;
  /** Exclusive end. */
  to: Date;
  /** Time zone of days and weeks. */
  timeZone: string;
}

/** Rollups of hours only, or of days and weeks with hours for partial days. */
export type RollupGrain = 'hour' | 'day';
/** The source of a query: rollups or the rows. */
export type AnsweredFrom = RollupGrain | 'rows';

/** Columns that rollups do not have; queries with them read rows. */
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

export interface Figure {
  keys: string[];
  value: number | null;
}
