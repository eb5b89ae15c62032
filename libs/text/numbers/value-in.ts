/** The value of the word in the table; undefined for other words, among them those that every object has: "constructor". */
export const valueIn = (table: Readonly<Record<string, number>>, word = ''): number | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;
