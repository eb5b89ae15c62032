/** Identifies a result by org, tool and prepared arguments. */
export interface CacheKey {
  orgId: string;
  /** Tool name and hash. The arguments cannot be derived from it. */
  key: string;
}

/** The answer to a claim of a key. `content` is JSON text. */
export type CacheClaim =
  | { kind: 'hit'; content: string }
  /** The caller is the leader and runs the call, as long as it renews the lease. */
  | { kind: 'lead'; flight: string }
  /** Another caller runs it. */
  | { kind: 'wait'; flight: string }
  /** The flight that the caller waited for has failed. */
  | { kind: 'failed'; content: string };

/** The end of a flight, and how long it is kept. */
export interface FlightEnd {
  state: 'done' | 'failed';
  /** JSON text. */
  content: string;
  keepMs: number;
}

/**
 * Results of tools and the runs that are fetching them, shared by all workers. A flight is one run that several calls
 * wait for. Its leader holds a lease, which expires if the leader dies. Every method may throw if the backend is
 * unavailable. Expiry uses the backend's clock.
 */
export interface ToolCache {
  /**
   * Returns the result, makes the caller the leader of a new flight, or names the flight to wait for.
   *
   * @param waitedFor the flight that the caller waits for. If it failed, this caller receives the failure; other callers
   *   start a new flight.
   */
  claim(key: CacheKey, leaseMs: number, waitedFor?: string): Promise<CacheClaim>;
  /** Renews the lease. @returns false if the lease is lost. */
  renew(key: CacheKey, flight: string, leaseMs: number): Promise<boolean>;
  /** Stores the end of the flight; does nothing if its lease is lost. */
  end(key: CacheKey, flight: string, end: FlightEnd): Promise<void>;
  /** Releases the lease without a result; the next caller leads a new flight. */
  giveUp(key: CacheKey, flight: string): Promise<void>;
  close(): Promise<void>;
}
