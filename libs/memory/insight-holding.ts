import { OF_CONTACT, TableHolding, type ContactHolding } from '#identity';

/** The insights about contacts. An export leaves out what only serves to find them. */
export function insightHolding(): ContactHolding {
  const hidden = ['embedding', 'embedding_model', 'normalized_text', 'search_terms', 'search_terms_version'];
  return new TableHolding('memory', 200, [{ table: 'insights', where: OF_CONTACT, hidden }]);
}
