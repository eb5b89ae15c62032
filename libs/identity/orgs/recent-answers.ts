/** How long an answer is used again, counted from the moment it was asked for. Promises of "within 2 s" rest on it. */
const MAX_AGE_MS = 1_500;
const MAX_ENTRIES = 10_000;

interface Entry<Value> {
  askedAtMs: number;
  answer: Promise<Value>;
}

/**
 * Answers of the last moments, by key. A burst for one key asks once. Answers that say "there is none" are kept like
 * others, failures are not. The oldest entry makes room for a new one.
 */
export class RecentAnswers<Value> {
  private readonly entries = new Map<string, Entry<Value>>();

  /** @param nowMs a monotonic time in milliseconds; tests set their own. */
  constructor(
    private readonly maxAgeMs = MAX_AGE_MS,
    private readonly maxEntries = MAX_ENTRIES,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** The answer of the last moments for `key`, or that of `ask`. Rejects as `ask` does. */
  get(key: string, ask: () => Promise<Value>): Promise<Value> {
    const now = this.nowMs();
    const known = this.entries.get(key);
    if (known && now - known.askedAtMs < this.maxAgeMs) return known.answer;
    const entry: Entry<Value> = { askedAtMs: now, answer: ask() };
    // Deleted first, so that the order of the map stays that of age.
    this.entries.delete(key);
    if (this.entries.size >= this.maxEntries) this.forgetOldest();
    this.entries.set(key, entry);
    entry.answer.catch(() => {
      if (this.entries.get(key) === entry) this.entries.delete(key);
    });
    return entry.answer;
  }

  /** The next question for `key` is asked anew, also when an answer is under way. */
  forget(key: string): void {
    this.entries.delete(key);
  }

  private forgetOldest(): void {
    const oldest = this.entries.keys().next();
    if (!oldest.done) this.entries.delete(oldest.value);
  }
}
