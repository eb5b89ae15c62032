import { Inject, Injectable } from '@nestjs/common';
import type {
  AnalyticsAnswer,
  AnalyticsDimension,
  AnalyticsMeasure,
  AnalyticsQuery,
  AnalyticsRow,
} from '#contracts/console';
import { CLOCK, type Clock } from '#config';
import { timeZone, OrgService } from '#identity';
import { AnalyticsQueryError } from './analytics.errors.ts';
import { AnalyticsReadModel } from './analytics.read-model.ts';
import { before, lengthOf, periodOf, shiftedKey, shiftOf, type Period } from './period.ts';
import { measures, measureView } from './measures.ts';
import {
  columnOf,
  isTime,
  rowFilters,
  type AnsweredFrom,
  type Figure,
  type Filter,
  type Question,
} from './question.ts';
import { MAX_ROWS, overRows, written } from './statements.ts';

const DAY_MS = 86_400_000;
/** Maximum range of queries that must read rows instead of rollups. */
const MAX_DAYS_OF_ROWS = 31;
const UTC = 'UTC';
const filterNames = [...(Object.keys(columnOf) as (keyof typeof columnOf)[]), ...rowFilters];

/** Runs analytics queries on rollups, or on the rows if rollups lack a requested column. */
@Injectable()
export class Analytics {
  constructor(
    @Inject(AnalyticsReadModel) private readonly readModel: AnalyticsReadModel,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(OrgService) private readonly orgs: Pick<OrgService, 'settingsOf'>,
  ) {}

  /**
   * @param orgId null for every org.
   * @throws AnalyticsQueryError for a measure without the requested dimension, and for a range that is too long.
   */
  async ask(orgId: string | null, query: AnalyticsQuery): Promise<AnalyticsAnswer> {
    checkDimensions(query);
    const now = this.clock.now();
    const { rolledUpAt, ...known } = await this.readModel.freshness(orgId, now);
    const zone = orgId === null ? UTC : (known.timeZone ?? (await this.zoneOf(orgId)));
    const period = periodOf(query, now, zone);
    const answeredFrom = sourceFor(query, period);
    const shift = shiftOf(period, query.by);
    const question = await this.questionOf(orgId, query, period, zone);
    const earlier = query.compare
      ? await this.questionOf(orgId, query, before(period, shift), zone)
      : undefined;
    const table = new Table(query.by, query.measures);
    for (const [index, name] of query.measures.entries()) {
      table.put('values', index, await this.readModel.figures(measures[name], question, answeredFrom));
      if (!earlier) continue;
      const figures = await this.readModel.figures(measures[name], earlier, answeredFrom);
      table.put(
        'before',
        index,
        figures.map((figure) => ({ ...figure, keys: this.shifted(figure.keys, query.by, shift) })),
      );
    }
    return {
      measures: query.measures.map(measureView),
      by: query.by,
      range: { ...rangeOf(question), timeZone: zone },
      before: earlier ? rangeOf(earlier) : null,
      answeredFrom,
      rolledUpAt: rolledUpAt?.toISOString() ?? null,
      ...table.rows(),
      sql: query.measures.map((measure) => ({
        measure,
        text: overRows(measures[measure], question, written),
      })),
    };
  }

  private shifted(
    keys: string[],
    by: readonly AnalyticsDimension[],
    shift: ReturnType<typeof shiftOf>,
  ): string[] {
    return keys.map((key, index) => (isTime(by[index] ?? 'org') ? shiftedKey(key, shift) : key));
  }

  private async questionOf(
    orgId: string | null,
    query: AnalyticsQuery,
    period: Period,
    zone: string,
  ): Promise<Question> {
    const [from, to] =
      period.kind === 'moments'
        ? [period.from, period.to]
        : await this.readModel.startsOf([period.from, period.to], zone);
    if (!from || !to) throw new RangeError('The database returned no days for the range');
    const filters = new Map<Filter, readonly string[]>();
    for (const name of filterNames) {
      const values = query[name];
      if (values && values.length > 0) filters.set(name, values);
    }
    return { orgId, by: query.by, filters, from, to, timeZone: zone };
  }

  private async zoneOf(orgId: string): Promise<string> {
    return timeZone(await this.orgs.settingsOf(orgId), 'ORG_TIMEZONE');
  }
}

/** Merges the results of several queries into rows by key. */
class Table {
  private readonly byKey = new Map<string, AnalyticsRow>();
  private truncated = false;

  constructor(
    private readonly by: readonly AnalyticsDimension[],
    private readonly columns: readonly AnalyticsMeasure[],
  ) {}

  put(side: 'values' | 'before', column: number, figures: readonly Figure[]): void {
    this.truncated ||= figures.length > MAX_ROWS;
    for (const { keys, value } of figures.slice(0, MAX_ROWS)) {
      if (value === null) continue;
      const key = JSON.stringify(keys);
      const row = this.byKey.get(key) ?? { keys, values: this.columns.map(() => null) };
      const cells = side === 'values' ? row.values : (row.before ??= this.columns.map(() => null));
      cells[column] = value;
      this.byKey.set(key, row);
    }
  }

  /** Sorts by time, then by the first measure, greatest first. */
  rows(): Pick<AnalyticsAnswer, 'rows' | 'truncated'> {
    const time = this.by.findIndex(isTime);
    const rows = [...this.byKey.values()].sort(
      (a, b) =>
        (time < 0 ? 0 : (a.keys[time] ?? '').localeCompare(b.keys[time] ?? '')) ||
        (b.values[0] ?? -Infinity) - (a.values[0] ?? -Infinity) ||
        a.keys.join('\n').localeCompare(b.keys.join('\n')),
    );
    return { rows: rows.slice(0, MAX_ROWS), truncated: this.truncated || rows.length > MAX_ROWS };
  }
}

function checkDimensions(query: AnalyticsQuery): void {
  for (const name of query.measures) {
    const { dimensions, label } = measureView(name);
    const refuse = (field: string, what: string) => {
      const possible = dimensions.join(', ');
      throw new AnalyticsQueryError(field, `“${label}” does not go by ${what}. It goes by ${possible}.`);
    };
    for (const dimension of query.by) if (!dimensions.includes(dimension)) refuse('by', dimension);
    if (query.tool?.length && !dimensions.includes('tool')) refuse('tool', 'tool');
  }
}

/**
 * Selects the source: rows if rollups lack a requested column, hours if hours are shown or the range is short, days
 * otherwise.
 */
function sourceFor(query: AnalyticsQuery, period: Period): AnsweredFrom {
  if (query.by.includes('minute')) return 'rows';
  const filter = rowFilters.find((name) => query[name]?.length);
  if (filter) {
    if (lengthOf(period) > MAX_DAYS_OF_ROWS * DAY_MS)
      throw new AnalyticsQueryError(
        filter,
        `Rows are read for ${filter}, so that the range is at most ${MAX_DAYS_OF_ROWS} days.`,
      );
    return 'rows';
  }
  return lengthOf(period) < DAY_MS || query.by.includes('hour') ? 'hour' : 'day';
}

const rangeOf = ({ from, to }: Question) => ({ from: from.toISOString(), to: to.toISOString() });
