import { vectorText, type OrgTransaction } from '#database';
import type { EmbeddedText, InsightCategory } from '#pack-kit';
import { LIVE } from '../insight.repository.ts';
import { PACKED, PACKED_TEXTS, unpackRows, type SearchRow } from './packed-rows.ts';
import { readSearchTerms } from './search-terms.ts';

/** Maximum number of insights per contact for a comparison with all of them. */
export const EXACT_INSIGHTS = 2_000;
/** Candidates of a larger contact: the newest insights, and the nearest by vector. */
const NEWEST_BY_WORDS = 6_000;
const NEAREST_BY_VECTOR = 200;
/** Maximum number of index entries that one search scans. */
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
 * All live insights of a contact with at most {@link EXACT_INSIGHTS}. Sends two independent SQL statements at once.
 *
 * @returns undefined for a contact with more insights.
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
 * The nearest and the newest insights of a contact with many, without duplicates. Uses the vector index only if that is
 * less work, because in a table with many contacts the index returns mostly insights of others.
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

/** The planner's estimate of the number of rows. An exact count takes seconds in a large table. */
const TABLE_ROWS = `(SELECT GREATEST(reltuples, 1) FROM pg_class WHERE oid = 'insights'::regclass)::float8`;
/** True if the vector index exists. The embedded database has none. */
const IS_INDEXED = `EXISTS (SELECT 1 FROM pg_index WHERE indexrelid = to_regclass('insights_by_nearness') AND indisvalid)`;
/** Cost of one step through the index, in comparisons of adjacent rows. */
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
  /** SQL condition on the rows of the org. Its parameters start at `$6`. */
  condition: string;
  parameters: readonly unknown[];
  query: EmbeddedText;
  now: Date;
  limit: number;
}

/** The nearest live insights, sorted by exact distance. The index only provides candidates. */
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

/** Restores the planner's settings. `$1` is used because every statement must name the org. */
const ORDINARY_PLANS = `SELECT set_config('enable_sort', 'on', true), $1::uuid`;

/** Makes the planner use the index in this transaction: with sorting disabled only the index provides the order. */
async function preferIndex(tx: OrgTransaction, limit: number): Promise<void> {
  await tx.query(
    `SELECT set_config('enable_sort', 'off', true), set_config('hnsw.iterative_scan', 'relaxed_order', true),
            set_config('hnsw.ef_search', $2, true), set_config('hnsw.max_scan_tuples', $3, true), $1::uuid`,
    [String(Math.min(MAX_EF_SEARCH, Math.max(LEAST_EF_SEARCH, 2 * limit))), String(MAX_SCANNED)],
  );
}

/** Bounds of `hnsw.ef_search`, the candidates kept during an index scan. Higher values improve recall. pgvector allows 1,000. */
const MAX_EF_SEARCH = 1_000;
const LEAST_EF_SEARCH = 400;

/** Maximum number of insights per org for an exact search. Larger orgs use the index. */
const EXACT_ORG_INSIGHTS = 5_000;

/** The nearest insights of an org, or of one of its categories. @param by search method; by default the size of the org decides. */
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
  // The index scan of a small org among large ones may end before it finds enough of its rows.
  if (byIndex && by === undefined && found.length < search.limit)
    return nearestRows(tx, { ...rest, byIndex: false, condition, parameters });
  return found;
}
