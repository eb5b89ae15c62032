/** Number of leading characters of a message that rules read; requests are shorter. */
export const MAX_READ_CHARACTERS = 4_000;
