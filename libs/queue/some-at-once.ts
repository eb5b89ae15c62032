/** So many questions or commands the backend is sent at once. */
export const AT_ONCE = 20;

/**
 * Does the work of all items, of 20 at once: the next ones begin when these have ended.
 *
 * @returns what came of each, in their order.
 * @throws the first failure; the work of later ones does not begin.
 */
export async function someAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(work))));
  return results;
}
