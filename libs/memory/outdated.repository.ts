import { vectorText, type OrgTransaction } from '#database';
import type { EmbeddingModel } from '#models';
import { outdatedFeatureRequests, renewFeatureRequest } from '#tools';
import { type EmbeddedText, type InsightSurroundings } from '#pack-kit';
import { outdatedPassages, renewPassage } from './knowledge/knowledge.repository.ts';
import { SEARCH_TERMS_VERSION, searchTermsOf } from './search/search-terms.ts';

/** A text with a vector of another model than the org's, or with search terms of another version. */
export interface OutdatedText {
  id: string;
  text: string;
  /** Writes the new vector and terms if the text is unchanged. @returns the number of written rows. */
  renew: (tx: OrgTransaction, embedded: EmbeddedText) => Promise<number>;
}

interface OutdatedInsight {
  id: string;
  text: string;
  surroundings: InsightSurroundings;
}

/** Three index scans, because a condition with `<>` would read all rows of the org. */
const OUTDATED = `
  (SELECT id, text, surroundings FROM insights WHERE org_id = $1 AND embedding_model < $2 AND id <> ALL($5::uuid[]) LIMIT $4)
  UNION ALL
  (SELECT id, text, surroundings FROM insights WHERE org_id = $1 AND embedding_model > $2 AND id <> ALL($5::uuid[]) LIMIT $4)
  UNION ALL
  (SELECT id, text, surroundings FROM insights
    WHERE org_id = $1 AND embedding_model = $2 AND search_terms_version < $3 AND id <> ALL($5::uuid[]) LIMIT $4)
  LIMIT $4`;

/**
 * Up to `limit` outdated texts of the org's insights, then of its own facts and open feature requests, without the ids in
 * `steppedOver`. Feature requests have vectors of semantic models only. Without such a model they keep their vectors, which
 * are then not compared.
 */
export async function outdatedTexts(
  tx: OrgTransaction,
  { model, semantic }: Pick<EmbeddingModel, 'model' | 'semantic'>,
  limit: number,
  steppedOver: readonly string[] = [],
): Promise<OutdatedText[]> {
  const rows = await tx.query<OutdatedInsight>(OUTDATED, [model, SEARCH_TERMS_VERSION, limit, steppedOver]);
  const insights = rows.map((insight): OutdatedText => ({
    id: insight.id,
    text: insight.text,
    renew: (writing, embedded) => reindexInsight(writing, insight, embedded),
  }));
  const passages =
    insights.length < limit ? await outdatedPassages(tx, model, limit - insights.length, steppedOver) : [];
  const texts = [
    ...insights,
    ...passages.map(({ id, text }): OutdatedText => ({
      id,
      text,
      renew: (writing, embedded) => renewPassage(writing, id, embedded),
    })),
  ];
  const left = limit - texts.length;
  if (left === 0 || !semantic) return texts;
  const requests = await outdatedFeatureRequests(tx, model, left, steppedOver);
  return [
    ...texts,
    ...requests.map(({ id, title }): OutdatedText => ({
      id,
      text: title,
      renew: (writing, embedded) => renewFeatureRequest(writing, id, embedded),
    })),
  ];
}

/** Writes the vector and terms of an insight. */
function reindexInsight(
  tx: OrgTransaction,
  { id, text, surroundings }: OutdatedInsight,
  { model, embedding }: EmbeddedText,
): Promise<number> {
  return tx.execute(
    `UPDATE insights SET embedding_model = $3, embedding = $4::vector, search_terms = $5, search_terms_version = $6
      WHERE org_id = $1 AND id = $2 AND text = $7`,
    [id, model, vectorText(embedding), searchTermsOf(text, surroundings), SEARCH_TERMS_VERSION, text],
  );
}
