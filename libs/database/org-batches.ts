import { isTransientDatabaseError, sqlStateOf } from './database.errors.ts';

const MAX_BATCH = 100;
/** Ends one of two transactions, and alone a request locks too little to be in another deadlock. */
const DEADLOCK = '40P01';

interface BatchItem<Wish, Answer> {
  wish: Wish;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Collects the requests of an org while a batch of that org runs, and runs them together in the next batch. If no batch
 * runs, a request starts at once and does not wait for others. A request that fails in a batch is retried alone, so it
 * does not affect the others.
 */
export class OrgBatches<Wish, Answer> {
  /** The batches by org, from the first request until none waits. */
  private readonly waiting = new Map<string, BatchItem<Wish, Answer>[]>();

  /**
   * @param together returns the results in the order of the requests; undefined for a request that must be retried alone.
   * @param alone returns the result of one request.
   */
  constructor(
    private readonly together: (orgId: string, wishes: Wish[]) => Promise<(Answer | undefined)[]>,
    private readonly alone: (orgId: string, wish: Wish) => Promise<Answer>,
    private readonly atMost = MAX_BATCH,
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
    // Requests of the same tick go into one batch.
    await Promise.resolve();
    for (let line = this.lineOf(orgId); line.length > 0; line = this.lineOf(orgId)) {
      this.waiting.set(orgId, line.slice(this.atMost));
      await this.doBatch(orgId, line.slice(0, this.atMost));
    }
    this.waiting.delete(orgId);
  }

  /** Never rejects. */
  private async doBatch(orgId: string, batch: readonly BatchItem<Wish, Answer>[]): Promise<void> {
    let answers: (Answer | undefined)[] = [];
    try {
      answers = await this.together(
        orgId,
        batch.map(({ wish }) => wish),
      );
    } catch (error) {
      if (batch.length === 1 || (isTransientDatabaseError(error) && sqlStateOf(error) !== DEADLOCK)) {
        for (const { reject } of batch) reject(error);
        return;
      }
    }
    for (const [place, { wish, resolve, reject }] of batch.entries()) {
      const answer = answers[place];
      if (answer === undefined) this.alone(orgId, wish).then(resolve, reject);
      else resolve(answer);
    }
  }

  private lineOf(orgId: string): BatchItem<Wish, Answer>[] {
    return this.waiting.get(orgId) ?? [];
  }
}
