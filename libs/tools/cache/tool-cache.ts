/** Names one result: the same org, tool and prepared arguments. */
export interface CacheKey {
  orgId: string;
  /** Tool and hash; no argument can be read from it. */
  key: string;
}

/** What somebody who wants the result of a key is told. `content` is JSON text. */
export type CacheClaim =
  | { kind: 'hit'; content: string }
  /** Yours to run; it stays so while the lease is renewed. */
  | { kind: 'lead'; flight: string }
  /** Somebody runs it. */
  | { kind: 'wait'; flight: string }
  /** The flight that was waited for has failed. */
  | { kind: 'failed'; content: string };

/** How a flight ended, and for how long that is known. */
export interface FlightEnd {
  state: 'done' | 'failed';
  /** JSON text. */
  content: string;
  keepMs: number;
}

/**
 * Results of tools, and who is getting one at the moment, shared by all workers. A flight is one run that several wait
 * for; its leader holds a lease, and one that dies loses it by silence. Every method may throw when the backend is
 * away. Times are those of the backend's own clock.
 */
export interface ToolCache {
  /**
   * Gives the result, or makes the caller the leader of a new flight, or says which flight to wait for.
   *
   * @param waitedFor the flight whose end the caller waits for: it is told of its failure, others begin anew.
   */
  claim(key: CacheKey, leaseMs: number, waitedFor?: string): Promise<CacheClaim>;
  /** @returns false when the lease is lost. */
  renew(key: CacheKey, flight: string, leaseMs: number): Promise<boolean>;
  /** Ends the flight; does nothing when its lease is lost. */
  end(key: CacheKey, flight: string, end: FlightEnd): Promise<void>;
  /** Ends the flight without an end to tell: the next who asks leads a new one. */
  giveUp(key: CacheKey, flight: string): Promise<void>;
  close(): Promise<void>;
}
