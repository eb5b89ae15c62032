/** One of a batch, to be answered. */
export interface BatchItem<Wish, Answer> {
  wish: Wish;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers what is to be done for one org while a batch of that org is under way, and does it together in the next.
 * Nobody waits for company: what finds nothing under way is done at once.
 */
export class OrgBatches<Wish, Answer> {
  /** Per org, from its first wish until nobody waits. */
  private readonly waiting = new Map<string, BatchItem<Wish, Answer>[]>();

  /**
   * @param doAll answers each of the batch, also where it fails; what it leaves unanswered it answers later.
   * @param atMost wishes of one batch.
   */
  constructor(
    private readonly doAll: (orgId: string, batch: readonly BatchItem<Wish, Answer>[]) => Promise<void>,
    private readonly atMost: number,
  ) {}

  add(orgId: string, wish: Wish): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const one = { wish, resolve, reject };
    const line = this.waiting.get(orgId);
    if (line) line.push(one);
    else {
      this.waiting.set(orgId, [one]);
      void this.doBatches(orgId);
    }
    return promise;
  }

  private async doBatches(orgId: string): Promise<void> {
    // Those that come in the same moment go together.
    await Promise.resolve();
    for (let line = this.lineOf(orgId); line.length > 0; line = this.lineOf(orgId)) {
      const batch = line.slice(0, this.atMost);
      this.waiting.set(orgId, line.slice(this.atMost));
      try {
        await this.doAll(orgId, batch);
      } catch (error) {
        // Those that were answered before do not hear it.
        for (const { reject } of batch) reject(error);
      }
    }
    this.waiting.delete(orgId);
  }

  private lineOf(orgId: string): BatchItem<Wish, Answer>[] {
    return this.waiting.get(orgId) ?? [];
  }
}
