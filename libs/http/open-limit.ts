import { ProblemError } from './problem.error.ts';

/** Limits how many requests of one kind are open at once in this process, so that a few clients cannot use it up. */
export class OpenLimit {
  private readonly open = new Map<string, number>();

  /**
   * @param what the requests, for the answer to a refused one, such as `uploads`.
   * @param most the number in this process.
   * @param retryAfterS the wait that a refused client is told.
   */
  constructor(
    private readonly what: string,
    private readonly most: number,
    private readonly retryAfterS: number,
  ) {}

  /**
   * Enters a request.
   *
   * @param holders for whom the request counts, such as an org or a key, each with the most that it may have open.
   * @returns the function that ends the request; called once.
   * @throws ProblemError 429 with `Retry-After`
   */
  enter(...holders: [id: string, most: number][]): () => void {
    const counted = [...holders, ['', this.most] as const];
    for (const [id, most] of counted) if ((this.open.get(id) ?? 0) >= most) throw this.refusal(id, most);
    const add = (change: number) => {
      for (const [id] of counted) this.open.set(id, (this.open.get(id) ?? 0) + change);
      for (const [id] of counted) if (this.open.get(id) === 0) this.open.delete(id);
    };
    add(1);
    return () => add(-1);
  }

  private refusal(id: string, most: number): ProblemError {
    const detail = `${id === '' ? 'The server has' : 'You have'} ${most} ${this.what} open, the most at once.`;
    const headers = { 'retry-after': String(this.retryAfterS) };
    return new ProblemError(429, 'too-many-open', detail, { headers });
  }
}
