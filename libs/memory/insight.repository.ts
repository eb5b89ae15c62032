import { vectorText } from '#database';
import type { OrgTransaction } from '#pack-kit';
import { jsonbText } from '#text';
import type { EmbeddedText, InsightCategory, InsightSource, InsightSurroundings, Speaker } from '#pack-kit';
import { SEARCH_TERMS_VERSION, searchTermsOf } from './search/search-terms.ts';
import type { KnownInsight, Moment, Told } from './standing.ts';

/** What a new insight repeats or contradicts is among those nearest to it: of what is live, and as many of what no longer holds. */
const MAX_COMPARED = 200;

/** A row as it is written; the vector comes beside it. */
export interface InsightRow extends Moment {
  id: string;
  contactId: string;
  conversationId: string | null;
  subjectRef: string | null;
  text: string;
  normalizedText: string;
  category: InsightCategory;
  importance: number;
  source: InsightSource;
  sourceMessageId: string | null;
  saidBy: Speaker | null;
  surroundings: InsightSurroundings;
  expiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Condition of rows that may be recalled; the moment that it is asked at follows. */
export const LIVE = 'superseded_by_id IS NULL AND (expires_at IS NULL OR expires_at >';

/** Two tellings of the same thing at the same moment would both find nothing to refresh. Held until the transaction ends. */
export async function lockContact(tx: OrgTransaction, contactId: string): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('insights/' || $1::text || '/' || $2::text, 0))`,
    [contactId],
  );
}

/** Undefined where it is not known. */
export async function nameOfContact(tx: OrgTransaction, contactId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string | null }>(
    'SELECT name FROM contacts WHERE org_id = $1 AND id = $2',
    [contactId],
  );
  return row?.name ?? undefined;
}

/**
 * Those of the contact that a new one may repeat or contradict: those that it names, the same text, and the nearest. What
 * was no longer true counts too, for a statement may be stored long after it was said; what had expired by then does not,
 * and it takes no place of what is live.
 */
export function knownInsights(
  tx: OrgTransaction,
  contactId: string,
  told: Told,
  { model, embedding }: EmbeddedText,
): Promise<KnownInsight[]> {
  return tx.query<KnownInsight>(
    `SELECT id, text, normalized_text AS "normalizedText", "saidAt", said_turn AS "saidTurn", said_place AS "saidPlace",
            superseded_by_id AS "supersededById", valid_until AS "validUntil", similarity
       FROM (SELECT *, row_number() OVER (
                      PARTITION BY superseded_by_id IS NULL
                      ORDER BY id = ANY($8::uuid[]) DESC, normalized_text = $6 DESC, similarity DESC NULLS FIRST,
                               "saidAt" DESC, id DESC) AS place
               FROM (SELECT id, text, normalized_text, said_at AS "saidAt", said_turn, said_place, superseded_by_id,
                            valid_until, CASE WHEN embedding_model = $3 THEN 1 - (embedding <=> $4::vector) END AS similarity
                       FROM insights
                      WHERE org_id = $1 AND contact_id = $2 AND (expires_at IS NULL OR expires_at > $5)) AS known) AS placed
      WHERE place <= $7
      ORDER BY superseded_by_id IS NULL DESC, place`,
    [contactId, model, vectorText(embedding), told.saidAt, told.normalizedText, MAX_COMPARED, told.replaces],
  );
}

/** Adds those whose ids are not there yet, in one statement. */
export async function insertInsights(
  tx: OrgTransaction,
  insights: readonly { row: InsightRow; embedded: EmbeddedText }[],
): Promise<void> {
  const rows = insights.map(({ row, embedded }) => ({
    id: row.id,
    contact_id: row.contactId,
    conversation_id: row.conversationId,
    subject_ref: row.subjectRef,
    text: row.text,
    normalized_text: row.normalizedText,
    category: row.category,
    importance: row.importance,
    source: row.source,
    source_message_id: row.sourceMessageId,
    said_at: row.saidAt,
    said_turn: row.saidTurn,
    said_place: row.saidPlace,
    said_by: row.saidBy,
    expires_at: row.expiresAt,
    embedding_model: embedded.model,
    embedding: vectorText(embedded.embedding),
    search_terms: searchTermsOf(row.text, row.surroundings).toString('hex'),
    surroundings: row.surroundings,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }));
  await tx.execute(
    `INSERT INTO insights (org_id, id, contact_id, conversation_id, subject_ref, text, normalized_text, category,
                           importance, source, source_message_id, said_at, said_turn, said_place, said_by, expires_at,
                           embedding_model, embedding, search_terms, search_terms_version, surroundings, created_at,
                           updated_at)
     SELECT $1, r.id, r.contact_id, r.conversation_id, r.subject_ref, r.text, r.normalized_text, r.category,
            r.importance, r.source, r.source_message_id, r.said_at, r.said_turn, r.said_place, r.said_by, r.expires_at,
            r.embedding_model, r.embedding::vector, decode(r.search_terms, 'hex'), $3, r.surroundings, r.created_at,
            r.updated_at
       FROM jsonb_to_recordset($2::jsonb) AS r (
              id uuid, contact_id text, conversation_id uuid, subject_ref text, text text, normalized_text text,
              category text, importance smallint, source text, source_message_id uuid, said_at timestamptz,
              said_turn integer, said_place smallint, said_by text, expires_at timestamptz, embedding_model text,
              embedding text, search_terms text, surroundings jsonb, created_at timestamptz, updated_at timestamptz)
     ON CONFLICT (org_id, id) DO NOTHING`,
    [jsonbText(rows), SEARCH_TERMS_VERSION],
  );
}

export interface RefreshedInsight {
  id: string;
  category: InsightCategory;
  importance: number;
  expiresAt: Date | null;
}

/**
 * The same thing was said again: the higher importance stays, and of expiry and speaker what was said later, where it
 * says any.
 */
export async function refreshInsight(
  tx: OrgTransaction,
  id: string,
  told: Moment & {
    isLater: boolean;
    saidBy: Speaker | null;
    importance: number;
    expiresAt: Date | null;
    now: Date;
  },
): Promise<RefreshedInsight> {
  const [row] = await tx.query<RefreshedInsight>(
    `UPDATE insights
        SET importance = GREATEST(importance, $3::smallint), updated_at = $5,
            expires_at = CASE WHEN $6 THEN COALESCE($4, expires_at) ELSE COALESCE(expires_at, $4) END,
            said_at = CASE WHEN $6 THEN $7 ELSE said_at END, said_turn = CASE WHEN $6 THEN $8 ELSE said_turn END,
            said_place = CASE WHEN $6 THEN $9 ELSE said_place END, said_by = CASE WHEN $6 THEN COALESCE($10, said_by) ELSE said_by END
      WHERE org_id = $1 AND id = $2
      RETURNING id, category, importance, expires_at AS "expiresAt"`,
    [
      id,
      told.importance,
      told.expiresAt,
      told.now,
      told.isLater,
      told.saidAt,
      told.saidTurn,
      told.saidPlace,
      told.saidBy,
    ],
  );
  if (!row) throw new Error(`Insight ${id} went away while it was refreshed`);
  return row;
}

/** Ends the validity of insights of the contact, unless it had ended before. @returns which there were. */
export async function supersede(
  tx: OrgTransaction,
  contactId: string,
  ids: string[],
  by: { id: string; saidAt: Date; now: Date },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `UPDATE insights SET superseded_by_id = $4, valid_until = $5, updated_at = $6
      WHERE org_id = $1 AND contact_id = $2 AND id = ANY($3::uuid[]) AND id <> $4
        AND (superseded_by_id IS NULL OR valid_until > $5)
      RETURNING id`,
    [contactId, ids, by.id, by.saidAt, by.now],
  );
  return rows.map(({ id }) => id);
}

export interface ListedInsight {
  id: string;
  text: string;
  category: InsightCategory;
  importance: number;
  source: InsightSource;
  /** Null where it is not known. */
  saidBy: Speaker | null;
  saidAt: Date;
  expiresAt: Date | null;
  createdAt: Date;
}

/** `$2` is the moment, `$3` how many. */
const listed = (whose: string) => `
  SELECT id, text, category, importance, source, said_by AS "saidBy", said_at AS "saidAt", expires_at AS "expiresAt",
         created_at AS "createdAt"
    FROM insights WHERE org_id = $1 AND ${whose} AND ${LIVE} $2)
   ORDER BY importance DESC, said_at DESC, id LIMIT $3`;
const OF_CONTACT = listed('contact_id = $4');
const ABOUT_SUBJECT = listed('(contact_id = $4 OR subject_ref = $5)');

/** The live insights of a contact, the most important first. */
export function listInsights(
  tx: OrgTransaction,
  contactId: string,
  limit: number,
  now: Date,
): Promise<ListedInsight[]> {
  return tx.query<ListedInsight>(OF_CONTACT, [now, limit, contactId]);
}

/** As {@link listInsights}, of a contact and of what else is remembered of a subject, such as a deal. */
export function listInsightsAbout(
  tx: OrgTransaction,
  { contactId, subjectRef }: { contactId: string; subjectRef: string },
  limit: number,
  now: Date,
): Promise<ListedInsight[]> {
  return tx.query<ListedInsight>(ABOUT_SUBJECT, [now, limit, contactId, subjectRef]);
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

export interface EditedInsight {
  text: string;
  category: InsightCategory;
  importance: number;
  expiresAt: Date | null;
}

/** What a person may correct; locked until the transaction ends. */
export async function insightToEdit(
  tx: OrgTransaction,
  id: string,
): Promise<(EditedInsight & { surroundings: InsightSurroundings }) | undefined> {
  const [row] = await tx.query<EditedInsight & { surroundings: InsightSurroundings }>(
    `SELECT text, category, importance, expires_at AS "expiresAt", surroundings
       FROM insights WHERE org_id = $1 AND id = $2 FOR UPDATE`,
    [id],
  );
  return row;
}

/**
 * A new text counts as said at the moment of the correction: no message from before it makes it untrue.
 *
 * @param told its text as folded and, where it is another one, embedded.
 */
export async function writeEdited(
  tx: OrgTransaction,
  id: string,
  edited: EditedInsight,
  told: {
    normalizedText: string;
    embedded: EmbeddedText | undefined;
    surroundings: InsightSurroundings;
    now: Date;
  },
): Promise<void> {
  const { embedded } = told;
  await tx.execute(
    `UPDATE insights
        SET said_at = CASE WHEN text = $3 THEN said_at ELSE $12 END,
            text = $3, normalized_text = $4, category = $5, importance = $6, expires_at = $7,
            embedding_model = COALESCE($8, embedding_model), embedding = COALESCE($9::vector, embedding), search_terms = $10, search_terms_version = $11, updated_at = $12
      WHERE org_id = $1 AND id = $2`,
    [
      id,
      edited.text,
      told.normalizedText,
      edited.category,
      edited.importance,
      edited.expiresAt,
      embedded?.model ?? null,
      embedded ? vectorText(embedded.embedding) : null,
      searchTermsOf(edited.text, told.surroundings),
      SEARCH_TERMS_VERSION,
      told.now,
    ],
  );
}

/** Superseded ones go with it: with the later one forgotten they must not be all that is left. */
export function deleteInsight(tx: OrgTransaction, id: string): Promise<number> {
  return tx.execute('DELETE FROM insights WHERE org_id = $1 AND (id = $2 OR superseded_by_id = $2)', [id]);
}

export function deleteInsightsOf(tx: OrgTransaction, contactId: string): Promise<number> {
  return tx.execute('DELETE FROM insights WHERE org_id = $1 AND contact_id = $2', [contactId]);
}
