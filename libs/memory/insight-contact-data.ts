import { OF_CONTACT, TableContactData, type ContactData } from '#identity';

/** Export and erasure of insights. An export omits the columns that only serve the search. */
export function insightContactData(): ContactData {
  const hidden = ['embedding', 'embedding_model', 'normalized_text', 'search_terms', 'search_terms_version'];
  return new TableContactData('memory', 200, [{ table: 'insights', where: OF_CONTACT, hidden }]);
}
