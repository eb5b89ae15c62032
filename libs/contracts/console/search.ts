/** Maximum length of a search text; limits the load on the database. */
export const MAX_SEARCH_CHARACTERS = 200;
