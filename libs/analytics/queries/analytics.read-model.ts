import { Inject, Injectable } from '@nestjs/common';
import { sqlStateOf, Database } from '#database';
import { startOf } from '../rollups/days.ts';
import { freshness, type Freshness } from '../rollups/touched-hours.read-model.ts';
import { AnalyticsQueryError } from './analytics.errors.ts';
import type { Measure } from './measures.ts';
import type { AnsweredFrom, Figure, Question } from './question.ts';
import {
  bucketsOf,
  cellsOf,
  percentilesOf,
  type BucketsOfBlock,
  type BucketsRow,
  type CellNames,
} from './percentiles.ts';
import { bucketsOverRollups, overRollups, wantedBy } from './rollup-question.ts';
import { filtersOf, numbered, overRows } from './statements.ts';

const QUERY_CANCELLED = '57014';
/** Statement timeout: long enough for the allowed ranges, short enough for other queries that wait. */
const TIMEOUT_MS = 15_000;

/**
 * Planner settings for a query, until the end of its transaction. The server cannot estimate the number of cells in a
 * block: it would spend more time on JIT compilation than on execution, and look up tens of thousands of names one by one.
 */
function settings(timeout: string, { hashed }: { hashed: boolean }): string {
  const changed = { jit: 'off', work_mem: '32MB', ...(hashed ? { enable_nestloop: 'off' } : {}) };
  const texts = Object.entries(changed).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return [`set_config('statement_timeout', ${timeout}, true)`, ...texts].join(', ');
}

/** A result row with its keys as `key_1`, `key_2` and so on. */
interface FigureRow {
  [key: `key_${number}`]: string;
  value: number | null;
}

/** Queries rollups and rows. The queries of an org see its rows; queries across orgs see all rows. */
@Injectable()
export class AnalyticsReadModel {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** @throws AnalyticsQueryError if there are too many rows to read within the timeout. */
  async figures(measure: Measure, question: Question, from: AnsweredFrom): Promise<Figure[]> {
    const parameters: unknown[] = [];
    // In a transaction of an org the first parameter is the org.
    const put = numbered(parameters, question.orgId === null ? 1 : 2);
    const { orgId } = question;
    if (from !== 'rows' && measure.percentile) {
      const { fraction } = measure.percentile;
      const sql = bucketsOverRollups(measure, question, from, put);
      return this.ask(orgId, { hashed: true }, async (query) => {
        const rows = await query<BucketsRow>(sql, parameters);
        const blocks = rows.map(bucketsOf);
        const orgs = [...new Set(rows.map((row) => row.org_id))];
        return percentilesOf(question, fraction, blocks, await this.namesOf(blocks, orgs, question, query));
      });
    }
    const sql =
      from === 'rows' ? overRows(measure, question, put) : overRollups(measure, question, from, put);
    const rows = await this.ask(orgId, { hashed: from !== 'rows' }, (query) =>
      query<FigureRow>(sql, parameters),
    );
    return rows.map((row) => ({
      keys: question.by.map((_, index) => row[`key_${index + 1}`] ?? ''),
      value: row.value,
    }));
  }

  /** Dimensions of the cells that match the filters. Intents are not filtered, because a cell may have several. */
  private async namesOf(
    blocks: readonly BucketsOfBlock[],
    orgIds: readonly string[],
    question: Question,
    query: Query,
  ): Promise<Map<number, CellNames>> {
    const wanted = wantedBy(question);
    if (wanted.size === 0) return new Map();
    const org = question.orgId === null ? '= ANY ($1::uuid[])' : '= $1';
    const parameters: unknown[] = [...(question.orgId === null ? [orgIds] : []), cellsOf(blocks)];
    const filters = new Map([...question.filters].filter(([filter]) => filter !== 'intent'));
    const put = numbered(parameters, question.orgId === null ? 1 : 2);
    const conditions = filtersOf({ ...question, filters }, put).map((one) => ` AND ${one}`);
    const named = await query<CellNames & { id: number }>(
      `SELECT v.id, ${[...wanted].map((one) => `v.${one}`).join(', ')} FROM rollup_keys v
        WHERE v.org_id ${org} AND v.id IN (SELECT unnest($2::int[]))${conditions.join('')}`,
      parameters,
    );
    return new Map(named.map((row) => [row.id, row]));
  }

  /** Returns the start of each day, by the calendar of the server, which also groups the rows. */
  async startsOf(days: readonly string[], timeZone: string): Promise<Date[]> {
    const rows = await this.database.asPlatform('the calendar of the database is no org’s', (tx) =>
      tx.query<{ at: Date }>(
        `SELECT ${startOf('day', '$2::text')} AS at FROM unnest($1::timestamp[]) WITH ORDINALITY AS d(day, n) ORDER BY n`,
        [days, timeZone],
      ),
    );
    return rows.map(({ at }) => at);
  }

  /** Returns the freshness of the rollups of the org, or of the oldest rollups across orgs. */
  freshness(orgId: string | null, now: Date): Promise<Freshness> {
    return this.database.asPlatform('the freshness of rollups is read for one org or all', (tx) =>
      freshness(tx, orgId, now),
    );
  }

  /** @throws AnalyticsQueryError after the statement timeout. */
  private ask<Result>(
    orgId: string | null,
    { hashed }: { hashed: boolean },
    work: (query: Query) => Promise<Result>,
  ): Promise<Result> {
    const asked =
      orgId === null
        ? this.database.asPlatform('analysts of all orgs compare them', async (tx) => {
            await tx.query(`SELECT ${settings('$1', { hashed: false })}`, [String(TIMEOUT_MS)]);
            return work((sql, parameters) => tx.queryComposed(sql, parameters));
          })
        : this.database.forOrg(orgId, async (tx) => {
            await tx.query(`SELECT $1::uuid, ${settings('$2', { hashed })}`, [String(TIMEOUT_MS)]);
            return work((sql, parameters) => tx.queryComposed(sql, parameters));
          });
    return asked.catch(tooSlow);
  }
}

type Query = <Row>(sql: string, parameters: unknown[]) => Promise<Row[]>;

function tooSlow(error: unknown): never {
  if (sqlStateOf(error) !== QUERY_CANCELLED) throw error;
  throw new AnalyticsQueryError(
    'from',
    'There are too many rows to read for this query. Choose a shorter range.',
  );
}
