/** Maximum number of concurrent commands to the backend. */
export const AT_ONCE = 20;

/**
 * Runs the work of all items in rounds of 20. A round starts after the previous one has ended.
 *
 * @returns the results in the order of the items.
 * @throws the first failure; later rounds do not start.
 */
export async function runInRounds<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(work))));
  return results;
}
