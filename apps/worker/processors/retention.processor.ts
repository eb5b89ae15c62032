import type { JobProcessor } from '#queue';

/** Removes what is kept no longer. */
export class RetentionProcessor implements JobProcessor<'retention'> {
  readonly job = 'retention';

  /** @param removals are made one after another, each though one before it failed. */
  constructor(private readonly removals: readonly (() => Promise<unknown>)[]) {}

  async process(): Promise<void> {
    const errors: unknown[] = [];
    for (const remove of this.removals) await remove().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw new AggregateError(errors, 'Not all that is old could be removed');
  }
}
