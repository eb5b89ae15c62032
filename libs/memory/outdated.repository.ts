import { vectorText, type OrgTransaction } from '#database';
import type { EmbeddingModel } from '#models';
import { outdatedFeatureRequests, renewFeatureRequest } from '#tools';
import { type EmbeddedText, type InsightSurroundings } from '#pack-kit';
import { SEARCH_TERMS_VERSION, searchTermsOf } from './search/search-terms.ts';

/** A text whose vector is of another model than the org's, or whose terms were made by another version. */
export interface OutdatedText {
  id: string;
  text: string;
  /** Writes what was made anew where the text is still the same. @returns how many rows. */
  renew: (tx: OrgTransaction, embedded: EmbeddedText) => Promise<number>;
}

interface OutdatedInsight {
  id: string;
  text: string;
  surroundings: InsightSurroundings;
}

/** Three looks along an index: the server would read all of an org for "other than". */
const OUTDATED = `
  (SELECT id, text, surroundings FROM insights WHERE org_id = $1 AND embedding_model < $2 AND id <> ALL($5::uuid[]) LIMIT $4)
  UNION ALL
  (SELECT id, text, surroundings FROM insights WHERE org_id = $1 AND embedding_model > $2 AND id <> ALL($5::uuid[]) LIMIT $4)
  UNION ALL
  (SELECT id, text, surroundings FROM insights
    WHERE org_id = $1 AND embedding_model = $2 AND search_terms_version < $3 AND id <> ALL($5::uuid[]) LIMIT $4)
  LIMIT $4`;

/**
 * Of the org's insights and then of its open feature requests, up to `limit`; none of those that are stepped over. Requests
 * have vectors only of models that know meaning: where the org has none, theirs stay as they are and are compared with nothing.
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
  const left = limit - insights.length;
  if (left === 0 || !semantic) return insights;
  const requests = await outdatedFeatureRequests(tx, model, left, steppedOver);
  return [
    ...insights,
    ...requests.map(({ id, title }): OutdatedText => ({
      id,
      text: title,
      renew: (writing, embedded) => renewFeatureRequest(writing, id, embedded),
    })),
  ];
}

/** Vector and terms. */
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
