import fc from 'fast-check';

/** Expects that `check`, the last argument, holds for random values of the arbitraries before it, in so many runs. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  runs: number,
  ...property: Parameters<typeof fc.property<Values>>
): void {
  fc.assert(fc.property<Values>(...property), { numRuns: runs });
}

/** As {@link forAll}, for a check that waits. */
export async function forAllAsync<Values extends [unknown, ...unknown[]]>(
  runs: number,
  ...property: Parameters<typeof fc.asyncProperty<Values>>
): Promise<void> {
  await fc.assert(fc.asyncProperty<Values>(...property), { numRuns: runs });
}
