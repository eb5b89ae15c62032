/**
 * Does the work of one org after the other: one that fails keeps none of the others from being done.
 *
 * @param message of the error: what was not done in some orgs.
 * @throws AggregateError with what failed, when all is done.
 */
export async function forEachOrg(
  orgIds: Iterable<string>,
  message: string,
  work: (orgId: string) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const orgId of orgIds) await work(orgId).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, message);
}
