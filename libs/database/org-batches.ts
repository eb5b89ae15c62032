import { isTransientDatabaseError } from './database.errors.ts';

/** Wishes of one batch at most. */
const MAX_BATCH = 100;

interface BatchItem<Wish, Answer> {
  wish: Wish;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers what is to be done for one org while a batch of that org is under way, and does it together in the next.
 * Nobody waits for company: what finds nothing under way is done at once. One that cannot be done with the others is tried
 * alone, and keeps none of them out.
 */
export class OrgBatches<Wish, Answer> {
  /** Per org, from its first wish until nobody waits. */
  private readonly waiting = new Map<string, BatchItem<Wish, Answer>[]>();

  /**
   * @param together answers the wishes, each in its place; undefined for one that has to be tried alone.
   * @param alone answers one, which no other waits for.
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
    // Those that come in the same moment go together.
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
      if (batch.length === 1 || isTransientDatabaseError(error)) {
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
