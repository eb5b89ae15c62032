import { vectorText } from '#database';
import { insertMissing, type EmbeddedText, type InsightCategory, type OrgTransaction } from '#pack-kit';
import type { Insight } from './insight.entity.ts';
import { SEARCH_TERMS_VERSION, searchTermsOf } from './search/search-terms.ts';
import type { KnownInsight, Moment, NewStatement } from './statement-relation.ts';

/** Number of live insights that are compared with a new one, and of superseded ones. The nearest come first. */
const MAX_COMPARED = 200;

/** A new row to be written, without its vector and search terms. */
export type InsightRow = Omit<
  Insight,
  | 'orgId'
  | 'supersededById'
  | 'validUntil'
  | 'embeddingModel'
  | 'embedding'
  | 'searchTerms'
  | 'searchTermsVersion'
>;

/** SQL condition of rows that may be recalled. The parameter of the current time must follow it. */
export const LIVE = 'superseded_by_id IS NULL AND (expires_at IS NULL OR expires_at >';

/** Locks the contact until the transaction ends. Two concurrent identical statements would otherwise both add a row. */
export async function serializeInsightsOf(tx: OrgTransaction, contactId: string): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('insights/' || $1::text || '/' || $2::text, 0))`,
    [contactId],
  );
}

/** The name of a contact, or undefined if unknown. */
export async function nameOfContact(tx: OrgTransaction, contactId: string): Promise<string | undefined> {
  const [contact] = await tx.query<{ name: string | null }>(
    'SELECT name FROM contacts WHERE org_id = $1 AND id = $2',
    [contactId],
  );
  return contact?.name ?? undefined;
}

/**
 * Insights of the contact that a new statement may repeat or contradict: those that it replaces, those with the same text,
 * and the nearest. Includes superseded insights, because a statement may be stored long after it was made. Excludes
 * insights that had expired by then. Live and superseded insights have separate limits.
 */
export function knownInsights(
  tx: OrgTransaction,
  contactId: string,
  statement: NewStatement,
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
    [
      contactId,
      model,
      vectorText(embedding),
      statement.saidAt,
      statement.normalizedText,
      MAX_COMPARED,
      statement.replaces,
    ],
  );
}

/** Inserts the insights with new ids, in one SQL statement. */
export async function insertInsights(
  tx: OrgTransaction,
  insights: readonly { row: InsightRow; embedded: EmbeddedText }[],
): Promise<void> {
  const rows = insights.map(({ row, embedded }) => ({
    ...row,
    embeddingModel: embedded.model,
    embedding: vectorText(embedded.embedding),
    searchTerms: `\\x${searchTermsOf(row.text, row.surroundings).toString('hex')}`,
    searchTermsVersion: SEARCH_TERMS_VERSION,
  }));
  await insertMissing(tx, 'insights', rows);
}

export type RefreshedInsight = Pick<Insight, 'id' | 'category' | 'importance' | 'expiresAt'>;

/**
 * Updates a repeated insight: keeps the higher importance, and takes expiry and speaker from the later statement if it
 * has them.
 */
export async function refreshInsight(
  tx: OrgTransaction,
  id: string,
  repetition: Moment & Pick<Insight, 'saidBy' | 'importance' | 'expiresAt'> & { isLater: boolean; now: Date },
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
      repetition.importance,
      repetition.expiresAt,
      repetition.now,
      repetition.isLater,
      repetition.saidAt,
      repetition.saidTurn,
      repetition.saidPlace,
      repetition.saidBy,
    ],
  );
  if (!row) throw new Error(`Insight ${id} was deleted while it was refreshed`);
  return row;
}

/** Ends the validity of insights of the contact, unless it ended earlier. @returns the ids of the superseded insights. */
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

export type ListedInsight = Pick<
  Insight,
  'id' | 'text' | 'category' | 'importance' | 'source' | 'saidBy' | 'saidAt' | 'expiresAt' | 'createdAt'
>;

/** `$2` is the current time, `$3` the limit. */
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

/** Like {@link listInsights}, with the insights about a subject, such as a deal. */
export function listInsightsAbout(
  tx: OrgTransaction,
  { contactId, subjectRef }: { contactId: string; subjectRef: string },
  limit: number,
  now: Date,
): Promise<ListedInsight[]> {
  return tx.query<ListedInsight>(ABOUT_SUBJECT, [now, limit, contactId, subjectRef]);
}

/** True if the contact has a live insight of one of the categories. */
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

export type EditedInsight = Pick<Insight, 'text' | 'category' | 'importance' | 'expiresAt'>;

/** The fields that a person may correct. Locks the row until the transaction ends. */
export async function insightToEdit(
  tx: OrgTransaction,
  id: string,
): Promise<(EditedInsight & Pick<Insight, 'surroundings'>) | undefined> {
  const [row] = await tx.query<EditedInsight & Pick<Insight, 'surroundings'>>(
    `SELECT text, category, importance, expires_at AS "expiresAt", surroundings
       FROM insights WHERE org_id = $1 AND id = $2 FOR UPDATE`,
    [id],
  );
  return row;
}

/**
 * Writes a correction. A new text is dated to the correction, so that no earlier message supersedes it.
 *
 * @param indexed the normalised text, and its vector if the text has changed.
 */
export async function writeEdited(
  tx: OrgTransaction,
  id: string,
  edited: EditedInsight,
  indexed: Pick<Insight, 'normalizedText' | 'surroundings'> & {
    embedded: EmbeddedText | undefined;
    now: Date;
  },
): Promise<void> {
  const { embedded } = indexed;
  await tx.execute(
    `UPDATE insights
        SET said_at = CASE WHEN text = $3 THEN said_at ELSE $12 END,
            text = $3, normalized_text = $4, category = $5, importance = $6, expires_at = $7,
            embedding_model = COALESCE($8, embedding_model), embedding = COALESCE($9::vector, embedding), search_terms = $10, search_terms_version = $11, updated_at = $12
      WHERE org_id = $1 AND id = $2`,
    [
      id,
      edited.text,
      indexed.normalizedText,
      edited.category,
      edited.importance,
      edited.expiresAt,
      embedded?.model ?? null,
      embedded ? vectorText(embedded.embedding) : null,
      searchTermsOf(edited.text, indexed.surroundings),
      SEARCH_TERMS_VERSION,
      indexed.now,
    ],
  );
}

/** Also deletes the insights that it superseded, so that an outdated value does not remain alone. */
export function deleteInsight(tx: OrgTransaction, id: string): Promise<number> {
  return tx.execute('DELETE FROM insights WHERE org_id = $1 AND (id = $2 OR superseded_by_id = $2)', [id]);
}
