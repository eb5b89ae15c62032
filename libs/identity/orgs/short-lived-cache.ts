/** Maximum age of a reused answer, counted from the start of the query. Guarantees of "within 2 s" depend on it. */
const MAX_AGE_MS = 1_500;
const MAX_ENTRIES = 10_000;

interface Entry<Value> {
  askedAtMs: number;
  answer: Promise<Value>;
}

/**
 * A short-lived cache by key. A burst for one key sends one query. Negative answers are cached like others, errors are not.
 * The oldest entry is evicted for a new one.
 */
export class ShortLivedCache<Value> {
  private readonly entries = new Map<string, Entry<Value>>();

  /** @param nowMs monotonic time in milliseconds; tests replace it. */
  constructor(
    private readonly maxAgeMs = MAX_AGE_MS,
    private readonly maxEntries = MAX_ENTRIES,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Returns the cached answer for `key`, or the answer of `ask`. Rejects with the error of `ask`. */
  get(key: string, ask: () => Promise<Value>): Promise<Value> {
    const now = this.nowMs();
    const known = this.entries.get(key);
    if (known && now - known.askedAtMs < this.maxAgeMs) return known.answer;
    const entry: Entry<Value> = { askedAtMs: now, answer: ask() };
    // Deleted first, so that the order of the map remains the order of age.
    this.entries.delete(key);
    if (this.entries.size >= this.maxEntries) this.forgetOldest();
    this.entries.set(key, entry);
    entry.answer.catch(() => {
      if (this.entries.get(key) === entry) this.entries.delete(key);
    });
    return entry.answer;
  }

  /** Removes the cached answer for `key`, even if a query is in progress. */
  forget(key: string): void {
    this.entries.delete(key);
  }

  private forgetOldest(): void {
    const oldest = this.entries.keys().next();
    if (!oldest.done) this.entries.delete(oldest.value);
  }
}
