/** Every migration, oldest first. A landed migration is never edited; the schema grows before it shrinks. */
export const migrations: (new () => never)[] = [];
