/** What rules read of a message; a request is said long before, and they have nothing to find in an essay. */
export const MAX_READ_CHARACTERS = 4_000;
