import { vectorText, type OrgTransaction } from '#database';
import type { EmbeddedText, InsightSurroundings } from '#tools';
import { SEARCH_TERMS_VERSION, searchTermsOf } from './search/search-terms.ts';

/** A row whose vector is of another model, or whose terms were made by another version. */
export interface OutdatedInsight {
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

/** The org's insights that are not of the model, or of older terms, up to `limit`; none of those that are stepped over. */
export function outdatedInsights(
  tx: OrgTransaction,
  model: string,
  limit: number,
  steppedOver: readonly string[] = [],
): Promise<OutdatedInsight[]> {
  return tx.query<OutdatedInsight>(OUTDATED, [model, SEARCH_TERMS_VERSION, limit, steppedOver]);
}

export async function hasOutdatedInsights(tx: OrgTransaction, model: string): Promise<boolean> {
  return (await outdatedInsights(tx, model, 1)).length > 0;
}

/** Writes vector and terms anew where the text is still the same. @returns how many. */
export function reindexInsight(
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
