import type { OrgTransaction, PlatformTransaction } from '#database';
import type { EmbeddedText, InsightSurroundings } from '#tools';
import { SEARCH_TERMS_VERSION, searchTermsOf } from './search/search-terms.ts';
import { vectorText } from './search/vector-text.ts';

/** A row whose vector is of another model, or whose terms were made by another version. */
export interface OutdatedInsight {
  orgId: string;
  id: string;
  text: string;
  surroundings: InsightSurroundings;
}

/** Three looks along an index: the server would read the whole table for "other than". */
const OUTDATED = (orgs: string) => `
  (SELECT org_id AS "orgId", id, text, surroundings FROM insights
    WHERE embedding_model < $1 AND ${orgs} LIMIT $3)
  UNION ALL
  (SELECT org_id, id, text, surroundings FROM insights WHERE embedding_model > $1 AND ${orgs} LIMIT $3)
  UNION ALL
  (SELECT org_id, id, text, surroundings FROM insights
    WHERE embedding_model = $1 AND search_terms_version < $2 AND ${orgs} LIMIT $3)
  LIMIT $3`;
const OF_THESE = OUTDATED('org_id = ANY ($4::uuid[])');
const OF_ALL_BUT = OUTDATED('org_id <> ALL ($4::uuid[])');

/** @param orgs those whose insights have to be of the model, or all but some. */
export function outdatedInsights(
  tx: PlatformTransaction,
  model: string,
  orgs: { only: readonly string[] } | { except: readonly string[] },
  limit: number,
): Promise<OutdatedInsight[]> {
  return 'only' in orgs
    ? tx.query<OutdatedInsight>(OF_THESE, [model, SEARCH_TERMS_VERSION, limit, orgs.only])
    : tx.query<OutdatedInsight>(OF_ALL_BUT, [model, SEARCH_TERMS_VERSION, limit, orgs.except]);
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
