import { randomBytes } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { knowledgeTopics, type KnowledgeFactText } from '#contracts';
import { vectorText, type OrgTransaction } from '#database';
import { columnsOf, insertMissing, type EmbeddedText } from '#pack-kit';
import {
  readSearchTerms,
  SEARCH_TERMS_VERSION,
  searchTermsOf,
  type SearchTerms,
} from '../search/search-terms.ts';
import type { KnowledgeFact } from './knowledge-fact.entity.ts';

/** A fact with the vectors of its passages, computed before the transaction that stores it. */
export interface IndexedFact extends KnowledgeFactText {
  tokens: number;
  passages: EmbeddedText[];
}

/** SQL: the order of the prompt and of the console. */
export const KNOWLEDGE_ORDER = `array_position(ARRAY['${knowledgeTopics.join("','")}'], topic), title, id`;

const LIST = `
  SELECT ${columnsOf(['id', 'topic', 'title', 'text', 'source', 'tokens', 'createdAt', 'updatedAt'])}
    FROM knowledge_facts WHERE org_id = $1 ORDER BY ${KNOWLEDGE_ORDER}`;

export function listFacts(tx: OrgTransaction): Promise<Omit<KnowledgeFact, 'orgId'>[]> {
  return tx.query(LIST);
}

/** Serializes the additions of an org, so that its limit holds. @returns the number of its facts. */
export async function lockAndCountFacts(tx: OrgTransaction): Promise<number> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('knowledge/' || $1::text, 0))`);
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM knowledge_facts WHERE org_id = $1',
  );
  return row?.count ?? 0;
}

export async function insertFact(
  tx: OrgTransaction,
  { passages, ...fact }: IndexedFact,
  now: Date,
): Promise<string> {
  const id = newId(now);
  await insertMissing(tx, 'knowledge_facts', [{ id, ...fact, createdAt: now, updatedAt: now }]);
  await insertPassages(tx, id, passages, now);
  return id;
}

/** @returns the fact as it was; undefined if the org has no such fact. */
export async function replaceFact(
  tx: OrgTransaction,
  id: string,
  { passages, topic, title, text, source, tokens }: IndexedFact,
  now: Date,
): Promise<KnowledgeFactText | undefined> {
  const [before] = await tx.query<KnowledgeFactText>(
    'SELECT topic, title, text, source FROM knowledge_facts WHERE org_id = $1 AND id = $2 FOR UPDATE',
    [id],
  );
  if (!before) return undefined;
  await tx.execute(
    `UPDATE knowledge_facts SET topic = $3, title = $4, text = $5, source = $6, tokens = $7, updated_at = $8
      WHERE org_id = $1 AND id = $2`,
    [id, topic, title, text, source, tokens, now],
  );
  await tx.execute('DELETE FROM knowledge_passages WHERE org_id = $1 AND fact_id = $2', [id]);
  await insertPassages(tx, id, passages, now);
  return before;
}

/** Deletes a fact with its passages. @returns its title; undefined if the org has no such fact. */
export async function deleteFact(tx: OrgTransaction, id: string): Promise<string | undefined> {
  const [deleted] = await tx.query<{ title: string }>(
    'DELETE FROM knowledge_facts WHERE org_id = $1 AND id = $2 RETURNING title',
    [id],
  );
  return deleted?.title;
}

async function insertPassages(
  tx: OrgTransaction,
  factId: string,
  passages: readonly EmbeddedText[],
  now: Date,
): Promise<void> {
  const rows = passages.map(({ text, model, embedding }) => ({
    id: newId(now),
    factId,
    text,
    searchTerms: `\\x${searchTermsOf(text).toString('hex')}`,
    searchTermsVersion: SEARCH_TERMS_VERSION,
    embeddingModel: model,
    embedding: vectorText(embedding),
  }));
  await insertMissing(tx, 'knowledge_passages', rows);
}

const newId = (now: Date) => uuidV7({ msecs: now.getTime(), random: randomBytes(16) });

/** A passage before the ranking. */
export interface PassageRow {
  id: string;
  factId: string;
  text: string;
  source: string | null;
  /** Cosine to the query; null if the vectors are of different models. */
  similarity: number | null;
  searchTerms: SearchTerms;
}

/** Candidates by vector, which are then also ranked by words. */
const CANDIDATES = 200;

/** The passages nearest to the query, without those of the facts in `without`. Passages with vectors of other models come last. */
export async function nearestPassages(
  tx: OrgTransaction,
  { model, embedding }: EmbeddedText,
  without: readonly string[],
): Promise<PassageRow[]> {
  const rows = await tx.query<Omit<PassageRow, 'searchTerms'> & { searchTerms: Buffer }>(
    `SELECT p.id, p.fact_id AS "factId", p.text, f.source, p.search_terms AS "searchTerms",
            CASE WHEN p.embedding_model = $2 THEN 1 - (p.embedding <=> $3::vector) END AS similarity
       FROM knowledge_passages p JOIN knowledge_facts f ON f.org_id = p.org_id AND f.id = p.fact_id
      WHERE p.org_id = $1 AND p.fact_id <> ALL($4::uuid[])
      ORDER BY similarity DESC NULLS LAST, p.id LIMIT ${CANDIDATES}`,
    [model, vectorText(embedding), without],
  );
  return rows.map((row) => ({ ...row, searchTerms: readSearchTerms(row.searchTerms) }));
}

/** Passages with a vector of another model, or with search terms of another version. */
export function outdatedPassages(
  tx: OrgTransaction,
  model: string,
  limit: number,
  steppedOver: readonly string[],
): Promise<{ id: string; text: string }[]> {
  return tx.query(
    `SELECT id, text FROM knowledge_passages
      WHERE org_id = $1 AND (embedding_model <> $2 OR search_terms_version < $3) AND id <> ALL($4::uuid[]) LIMIT $5`,
    [model, SEARCH_TERMS_VERSION, steppedOver, limit],
  );
}

/** Writes the vector and terms of a passage, whose text never changes. @returns 0 if its fact was changed or deleted. */
export function renewPassage(
  tx: OrgTransaction,
  id: string,
  { text, model, embedding }: EmbeddedText,
): Promise<number> {
  return tx.execute(
    `UPDATE knowledge_passages
        SET embedding_model = $3, embedding = $4::vector, search_terms = $5, search_terms_version = $6
      WHERE org_id = $1 AND id = $2`,
    [id, model, vectorText(embedding), searchTermsOf(text), SEARCH_TERMS_VERSION],
  );
}
