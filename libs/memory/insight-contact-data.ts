import { OF_CONTACT, TableContactData, type ContactData } from '#identity';

/** The insights about contacts. An export leaves out what only serves to find them. */
export function insightContactData(): ContactData {
  const hidden = ['embedding', 'embedding_model', 'normalized_text', 'search_terms', 'search_terms_version'];
  return new TableContactData('memory', 200, [{ table: 'insights', where: OF_CONTACT, hidden }]);
}
