import type { OrgTransaction } from '#database';
import type { EmbeddedText, InsightCategory, InsightSource } from '#tools';
import type { Candidate } from './fusion.ts';
import { lexemesOf } from './lexemes.ts';

/** Candidates of a retrieve: so many by vector and so many by words. */
const MAX_CANDIDATES = 50;

/** An insight that may still be recalled, as the rules for a new one see it. */
export interface LiveInsight {
  id: string;
  text: string;
  normalizedText: string;
  /** To the new one; null when the vectors are of different models. */
  similarity: number | null;
}

/** A row as it is written; the vector comes beside it. */
export interface InsightRow {
  id: string;
  contactId: string;
  conversationId: string | null;
  subjectRef: string | null;
  text: string;
  normalizedText: string;
  category: InsightCategory;
  importance: number;
  source: InsightSource;
  expiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const LIVE = 'superseded_by_id IS NULL AND (expires_at IS NULL OR expires_at >';

/** Two tellings of the same thing at the same moment would both find nothing to refresh. Held until the transaction ends. */
export async function lockContact(tx: OrgTransaction, contactId: string): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('insights/' || $1::text || '/' || $2::text, 0))`,
    [contactId],
  );
}

export function liveInsights(
  tx: OrgTransaction,
  contactId: string,
  to: EmbeddedText,
  now: Date,
): Promise<LiveInsight[]> {
  return tx.query<LiveInsight>(
    `SELECT id, text, normalized_text AS "normalizedText",
            CASE WHEN embedding_model = $3 THEN 1 - (embedding <=> $4::vector) END AS similarity
       FROM insights
      WHERE org_id = $1 AND contact_id = $2 AND ${LIVE} $5)
      ORDER BY created_at DESC, id DESC`,
    [contactId, to.model, JSON.stringify(to.embedding), now],
  );
}

/** Does nothing when the id is there already. */
export async function insertInsight(
  tx: OrgTransaction,
  row: InsightRow,
  embedded: EmbeddedText,
): Promise<void> {
  await tx.query(
    `INSERT INTO insights (org_id, id, contact_id, conversation_id, subject_ref, text, normalized_text, lexemes, category,
                           importance, source, expires_at, embedding_model, embedding, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::vector, $15, $16)
     ON CONFLICT (org_id, id) DO NOTHING`,
    [row.id, row.contactId, row.conversationId, row.subjectRef, row.text, row.normalizedText,
      lexemesOf(row.text), row.category, row.importance, row.source, row.expiresAt, embedded.model,
      JSON.stringify(embedded.embedding), row.createdAt, row.updatedAt,
    ], // prettier-ignore
  );
}

export interface RefreshedInsight {
  id: string;
  category: InsightCategory;
  importance: number;
  expiresAt: Date | null;
}

/** The same thing was said again: the higher importance stays, a new expiry replaces the old one. */
export async function refreshInsight(
  tx: OrgTransaction,
  id: string,
  told: { importance: number; expiresAt: Date | null; now: Date },
): Promise<RefreshedInsight> {
  const [row] = await tx.query<RefreshedInsight>(
    `UPDATE insights
        SET importance = GREATEST(importance, $3::smallint), expires_at = COALESCE($4, expires_at), updated_at = $5
      WHERE org_id = $1 AND id = $2
      RETURNING id, category, importance, expires_at AS "expiresAt"`,
    [id, told.importance, told.expiresAt, told.now],
  );
  if (!row) throw new Error(`Insight ${id} went away while it was refreshed`);
  return row;
}

export async function supersede(tx: OrgTransaction, ids: string[], byId: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE insights SET superseded_by_id = $3, valid_until = $4, updated_at = $4 WHERE org_id = $1 AND id = ANY($2::uuid[])`,
    [ids, byId, now],
  );
}

/** A contact's live insights that are near the query by vector or share a word with it (OR, each word by its rarity). */
export function candidatesFor(
  tx: OrgTransaction,
  contactId: string,
  query: EmbeddedText,
  now: Date,
): Promise<Candidate[]> {
  return tx.query<Candidate>(
    `WITH live AS MATERIALIZED (
       SELECT id, text, category, importance, lexemes, updated_at,
              CASE WHEN embedding_model = $3 THEN 1 - (embedding <=> $4::vector) END AS similarity
         FROM insights
        WHERE org_id = $1 AND contact_id = $2 AND ${LIVE} $6)
     ), rarity AS MATERIALIZED (
       SELECT term, ln(1 + (SELECT count(*) FROM live)::float8 / count(*)) AS weight
         FROM live, unnest(lexemes) AS term
        WHERE term = ANY($5::text[])
        GROUP BY term
     ), ranked AS (
       SELECT live.*, COALESCE(lexical, 0) AS lexical, COALESCE(terms, '{}') AS terms,
              row_number() OVER (ORDER BY similarity DESC NULLS LAST, id) AS by_vector,
              row_number() OVER (ORDER BY lexical DESC NULLS LAST, id) AS by_words
         FROM live
              -- By row and materialized: without either, the planner, which takes one row for granted, joins each with each.
              LEFT JOIN LATERAL (SELECT sum(weight) AS lexical, array_agg(term ORDER BY weight DESC, term) AS terms
                                   FROM rarity WHERE term = ANY(live.lexemes)) AS worded ON true
     )
     SELECT id, text, category, importance, similarity, lexical, terms, updated_at AS "updatedAt"
       FROM ranked
      WHERE by_vector <= $7 OR by_words <= $7`,
    [contactId, query.model, JSON.stringify(query.embedding), lexemesOf(query.text), now, MAX_CANDIDATES],
  );
}

export interface ListedInsight {
  id: string;
  text: string;
  category: InsightCategory;
  importance: number;
  source: InsightSource;
  expiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export function listInsights(
  tx: OrgTransaction,
  contactId: string,
  limit: number,
  now: Date,
): Promise<ListedInsight[]> {
  return tx.query<ListedInsight>(
    `SELECT id, text, category, importance, source, expires_at AS "expiresAt", created_at AS "createdAt",
            updated_at AS "updatedAt"
       FROM insights
      WHERE org_id = $1 AND contact_id = $2 AND ${LIVE} $3)
      ORDER BY importance DESC, updated_at DESC, id
      LIMIT $4`,
    [contactId, now, limit],
  );
}

/** As {@link listInsights}, of a contact and of what else is remembered of a subject, such as a deal. */
export function listInsightsAbout(
  tx: OrgTransaction,
  subject: { contactId: string; subjectRef: string },
  limit: number,
  now: Date,
): Promise<ListedInsight[]> {
  return tx.query<ListedInsight>(
    `SELECT id, text, category, importance, source, expires_at AS "expiresAt", created_at AS "createdAt",
            updated_at AS "updatedAt"
       FROM insights
      WHERE org_id = $1 AND (contact_id = $2 OR subject_ref = $3) AND ${LIVE} $4)
      ORDER BY importance DESC, updated_at DESC, id
      LIMIT $5`,
    [subject.contactId, subject.subjectRef, now, limit],
  );
}

/** True when something of one of the categories is remembered of the contact. */
export async function hasInsightOf(
  tx: OrgTransaction,
  contactId: string,
  categories: InsightCategory[],
  now: Date,
): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM insights
                     WHERE org_id = $1 AND contact_id = $2 AND category = ANY($3::text[]) AND ${LIVE} $4)) AS found`,
    [contactId, categories, now],
  );
  return row?.found === true;
}

/** Superseded ones go with it: with the later one forgotten they must not be all that is left. */
export function deleteInsight(tx: OrgTransaction, id: string): Promise<number> {
  return tx.execute('DELETE FROM insights WHERE org_id = $1 AND (id = $2 OR superseded_by_id = $2)', [id]);
}

export function deleteInsightsOf(tx: OrgTransaction, contactId: string): Promise<number> {
  return tx.execute('DELETE FROM insights WHERE org_id = $1 AND contact_id = $2', [contactId]);
}
