import { vectorText, type OrgTransaction } from '#database';
import type { EmbeddedText, InsightCategory } from '#pack-kit';
import { LIVE } from '../insight.repository.ts';
import { PACKED, PACKED_TEXTS, unpackRows, type SearchRow } from './packed-rows.ts';
import { readSearchTerms } from './search-terms.ts';

/** A contact with more insights is not compared with all of them. */
export const EXACT_INSIGHTS = 2_000;
/** Of such a contact: the newest whose words are looked at, and the nearest by vector. */
const NEWEST_BY_WORDS = 6_000;
const NEAREST_BY_VECTOR = 200;
/** Entries of the index that one search may look at before it is content with what it has. */
const MAX_SCANNED = 100_000;

type StoredRow = Omit<SearchRow, 'searchTerms'> & { searchTerms: Buffer };

const withTerms = <Row extends StoredRow>(row: Row) => ({
  ...row,
  searchTerms: readSearchTerms(row.searchTerms),
});

interface ContactQuery {
  contactId: string;
  query: EmbeddedText;
  now: Date;
}

const COLUMNS = `id, text, category, importance, search_terms AS "searchTerms",
            EXTRACT(EPOCH FROM $5::timestamptz - said_at)::float8 / 86400 AS age`;

/**
 * All live insights of a contact that has at most {@link EXACT_INSIGHTS}; a larger one gives nothing. Two statements that
 * need no answer of each other.
 *
 * @returns undefined for a larger one.
 */
export async function allOfContact(
  tx: OrgTransaction,
  { contactId, query, now }: ContactQuery,
): Promise<SearchRow[] | undefined> {
  const [[counted], [all]] = await Promise.all([
    tx.query<{ large: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM insights WHERE org_id = $1 AND contact_id = $2 OFFSET $3) AS large`,
      [contactId, EXACT_INSIGHTS],
    ),
    tx.query<{ packed: Buffer | null; texts: Buffer | null }>(
      `SELECT string_agg(${PACKED}, ''::bytea) AS packed, string_agg(${PACKED_TEXTS}, ''::bytea) AS texts
         FROM insights
        WHERE org_id = $1 AND contact_id = $2 AND ${LIVE} $5)
          AND NOT EXISTS (SELECT 1 FROM insights WHERE org_id = $1 AND contact_id = $2 OFFSET $6)`,
      [contactId, query.model, vectorText(query.embedding), now, EXACT_INSIGHTS],
    ),
  ]);
  if (counted?.large) return undefined;
  return all?.packed && all.texts ? unpackRows(all.packed, all.texts) : [];
}

/**
 * Of a contact with many insights: the nearest by vector and the newest, each once. Through the index by nearness where
 * that is less work: in a table full of others' insights it would meet mostly those.
 */
export async function someOfContact(
  tx: OrgTransaction,
  { contactId, query, now }: ContactQuery,
): Promise<SearchRow[]> {
  const [size] = await tx.query<TableSize>(
    `SELECT (SELECT count(*) FROM insights WHERE org_id = $1 AND contact_id = $2)::float8 AS own, ${TABLE_ROWS} AS "all",
            ${IS_INDEXED} AS indexed`,
    [contactId],
  );
  const nearest = await nearestRows(tx, {
    byIndex: size !== undefined && indexPays(size),
    condition: 'contact_id = $6',
    parameters: [contactId],
    query,
    now,
    limit: NEAREST_BY_VECTOR,
  });
  const newest = await tx.query<StoredRow>(
    `SELECT ${COLUMNS}, CASE WHEN embedding_model = $3 THEN 1 - (embedding <=> $4::vector) END AS similarity
       FROM insights
      WHERE org_id = $1 AND contact_id = $2 AND ${LIVE} $5)
      ORDER BY said_at DESC
      LIMIT $6`,
    [contactId, query.model, vectorText(query.embedding), now, NEWEST_BY_WORDS],
  );
  return [...new Map([...nearest, ...newest.map(withTerms)].map((row) => [row.id, row])).values()];
}

/** Rows that the planner takes the table to have; the count itself takes seconds in a large one. */
const TABLE_ROWS = `(SELECT GREATEST(reltuples, 1) FROM pg_class WHERE oid = 'insights'::regclass)::float8`;
/** The embedded database has no such index. */
const IS_INDEXED = `EXISTS (SELECT 1 FROM pg_index WHERE indexrelid = to_regclass('insights_by_nearness') AND indisvalid)`;
/** A step through the index costs about this many comparisons of neighbouring rows. */
const STEP_COST = 10;

interface TableSize {
  own: number;
  all: number;
  indexed: boolean;
}

function indexPays({ own, all, indexed }: TableSize): boolean {
  if (!indexed) return false;
  const steps = (NEAREST_BY_VECTOR * Math.max(all, own)) / own;
  return steps * STEP_COST < own;
}

export interface OrgSearchRow extends SearchRow {
  contactId: string;
}

interface NearestQuery {
  byIndex: boolean;
  /** On the rows of the org; its parameters are `$6` and on. */
  condition: string;
  parameters: readonly unknown[];
  query: EmbeddedText;
  now: Date;
  limit: number;
}

/** The nearest live insights, by the exact distance. The index only proposes them, and more than are asked for. */
export async function nearestRows(tx: OrgTransaction, search: NearestQuery): Promise<OrgSearchRow[]> {
  const { byIndex, condition, parameters, query, now, limit } = search;
  if (byIndex) await preferIndex(tx, limit);
  const distance = byIndex ? `embedding::halfvec(768) <=> $4::halfvec(768)` : `embedding <=> $4::vector`;
  const rows = await tx.queryComposed<StoredRow & { contactId: string }>(
    `SELECT ${COLUMNS}, contact_id AS "contactId", 1 - (embedding <=> $4::vector) AS similarity
       FROM insights
      WHERE org_id = $1 AND embedding_model = $3 AND ${LIVE} $5) AND ${condition}
      ORDER BY ${distance}
      LIMIT $2`,
    [limit, query.model, vectorText(query.embedding), now, ...parameters],
  );
  if (byIndex) await tx.query(ORDINARY_PLANS);
  return rows
    .map(withTerms)
    .sort((a, b) => (b.similarity ?? 0) - (a.similarity ?? 0) || (a.id < b.id ? -1 : 1));
}

/** `$1` is named so that the statement is one of the org, like all. */
const ORDINARY_PLANS = `SELECT set_config('enable_sort', 'on', true), $1::uuid`;

/** For this transaction. Without a sort there is only the index to give the order. */
async function preferIndex(tx: OrgTransaction, limit: number): Promise<void> {
  await tx.query(
    `SELECT set_config('enable_sort', 'off', true), set_config('hnsw.iterative_scan', 'relaxed_order', true),
            set_config('hnsw.ef_search', $2, true), set_config('hnsw.max_scan_tuples', $3, true), $1::uuid`,
    [String(Math.min(MAX_EF_SEARCH, Math.max(LEAST_EF_SEARCH, 2 * limit))), String(MAX_SCANNED)],
  );
}

/** Candidates that the index keeps while it walks: more find more. 1,000 is the most that pgvector takes. */
const MAX_EF_SEARCH = 1_000;
const LEAST_EF_SEARCH = 400;

/** An org with more insights is searched through the index. */
const EXACT_ORG_INSIGHTS = 5_000;

/** The nearest of a whole org, or of one category of it. @param by leaves the choice to the size of the org when absent. */
export async function nearestOfOrg(
  tx: OrgTransaction,
  search: { query: EmbeddedText; now: Date; limit: number; category?: InsightCategory | undefined },
  by?: 'index' | 'comparison',
): Promise<OrgSearchRow[]> {
  const { category, ...rest } = search;
  const [counted] = await tx.query<{ large: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM insights WHERE org_id = $1 OFFSET $2) AND ${IS_INDEXED} AS large`,
    [EXACT_ORG_INSIGHTS],
  );
  const byIndex = by === undefined ? counted?.large === true : by === 'index';
  const condition = '($6::text IS NULL OR category = $6)';
  const parameters = [category ?? null];
  const found = await nearestRows(tx, { ...rest, byIndex, condition, parameters });
  // A small org among large ones: the walk ended before it had met enough of its own.
  if (byIndex && by === undefined && found.length < search.limit)
    return nearestRows(tx, { ...rest, byIndex: false, condition, parameters });
  return found;
}
