/** How long the words of a search may be: more than anybody types, less than would keep a database busy. */
export const MAX_SEARCH_CHARACTERS = 200;
