import { OF_CONTACT, TableHolding, type ContactHolding } from '#identity';

/** The insights about contacts. An export leaves out what only serves to find them. */
export function insightHolding(): ContactHolding {
  const hidden = ['embedding', 'embedding_model', 'lexemes', 'normalized_text'];
  return new TableHolding('memory', 200, [{ table: 'insights', where: OF_CONTACT, hidden }]);
}
