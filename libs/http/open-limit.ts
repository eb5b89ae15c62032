import type { ServerResponse } from 'node:http';
import { ProblemError } from './problem.error.ts';

/** Part of the places that only orgs with few requests use, and the part of these that each may have. */
const RESERVED = 0.1;

/**
 * Limits how many requests of one kind are open at once in this process. The places are divided equally among the orgs that have
 * requests, so that a few orgs cannot use them up: an org alone has its own limit, and each org that joins makes the shares smaller.
 * A reserve is left to orgs that have none or few.
 */
export class OpenLimit {
  private readonly perOrg = new Map<string, number>();
  private readonly perKey = new Map<string, number>();
  private open = 0;

  /**
   * @param what the requests, for the answer to a refused one, such as `uploads`.
   * @param most the number in this process.
   * @param mostOfOrg the number of one org, while its share is not smaller.
   */
  constructor(
    private readonly what: string,
    private readonly most: number,
    private readonly mostOfOrg: number,
    private readonly retryAfterS = 1,
  ) {}

  /**
   * Enters a request.
   *
   * @param key an API key of the org with a limit of its own.
   * @returns the function that ends the request; called once.
   * @throws ProblemError 429 with `Retry-After`
   */
  enter(orgId: string, key?: { id: string; most: number }): () => void {
    const { what, most } = this;
    const own = this.perOrg.get(orgId) ?? 0;
    const ofKey = key ? (this.perKey.get(key.id) ?? 0) : 0;
    if (key && ofKey >= key.most) throw this.refusal(`The key has its limit of ${ofKey} ${what} open.`);
    const reserved = Math.ceil(most * RESERVED);
    const shared = most - reserved;
    const share = Math.max(1, Math.floor(shared / (this.perOrg.size + (own === 0 ? 1 : 0))));
    const isOver = own >= Math.min(this.mostOfOrg, share);
    if (isOver) throw this.refusal(`Your org has its share of ${own} ${what} open.`);
    if (this.open >= (own < reserved * RESERVED ? most : shared))
      throw this.refusal(`The server has ${this.open} ${what} open and no place for another of your org.`);
    this.add(1, orgId, key?.id);
    return () => this.add(-1, orgId, key?.id);
  }

  /** As {@link enter}, until the answer ends or its client disconnects. */
  enterUntilClosed(answer: ServerResponse, ...entered: Parameters<OpenLimit['enter']>): void {
    const leave = this.enter(...entered);
    // A client that has already disconnected emits no further "close".
    if (answer.destroyed) leave();
    else answer.once('close', leave);
  }

  private add(change: number, orgId: string, keyId: string | undefined): void {
    this.open += change;
    addTo(this.perOrg, orgId, change);
    if (keyId !== undefined) addTo(this.perKey, keyId, change);
  }

  private refusal(detail: string): ProblemError {
    const headers = { 'retry-after': String(this.retryAfterS) };
    return new ProblemError(429, 'too-many-open', detail, { headers });
  }
}

function addTo(counts: Map<string, number>, id: string, change: number): void {
  const count = (counts.get(id) ?? 0) + change;
  if (count === 0) counts.delete(id);
  else counts.set(id, count);
}
