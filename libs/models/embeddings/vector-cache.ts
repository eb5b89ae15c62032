import { createHash } from 'node:crypto';

/** Maximum texts per call; the limit of Google. */
const BATCH_TEXTS = 100;
/** Maximum number of cached vectors, 6 KB each. */
const KEPT_VECTORS = 2_000;

/** Fetches the vectors of up to 100 texts. */
export type FetchVectors = (texts: string[]) => Promise<number[][]>;

/**
 * Caches vectors by the hash of their text, per org and model that paid for them; does not store texts. Concurrent
 * requests for one text share a call.
 */
export class VectorCache {
  /** Ordered by use, least recently used first. */
  private readonly vectors = new Map<string, Promise<number[]>>();

  /**
   * @param owner org and model. @param ask is called without the caller's signal, since other callers may wait for
   *   the same answer.
   */
  async embed(owner: string, texts: string[], ask: FetchVectors, signal?: AbortSignal): Promise<number[][]> {
    const hashes = texts.map((text) => hashOf(owner, text));
    const missing = new Map<string, string>();
    const found = hashes.map((hash, at) => {
      const known = this.recall(hash);
      if (!known) missing.set(hash, texts[at] ?? '');
      return known;
    });
    const fresh = this.ask([...missing], ask);
    const vectors = Promise.all(
      hashes.map((hash, at) => found[at] ?? fresh.get(hash) ?? Promise.reject(lost(hash))),
    );
    return signal ? unlessAborted(vectors, signal) : vectors;
  }

  private ask(missing: [hash: string, text: string][], ask: FetchVectors): Map<string, Promise<number[]>> {
    const fresh = new Map<string, Promise<number[]>>();
    for (let start = 0; start < missing.length; start += BATCH_TEXTS) {
      const batch = missing.slice(start, start + BATCH_TEXTS);
      const answer = ask(batch.map(([, text]) => text));
      for (const [at, [hash]] of batch.entries()) {
        const vector = answer.then((vectors) => vectors[at] ?? Promise.reject(lost(hash)));
        fresh.set(hash, vector);
        this.keep(hash, vector);
      }
    }
    return fresh;
  }

  private recall(hash: string): Promise<number[]> | undefined {
    const known = this.vectors.get(hash);
    if (!known) return undefined;
    this.vectors.delete(hash);
    this.vectors.set(hash, known);
    return known;
  }

  private keep(hash: string, vector: Promise<number[]>): void {
    this.vectors.set(hash, vector);
    // Failures are not cached; waiting callers receive the error.
    vector.catch(() => {
      if (this.vectors.get(hash) === vector) this.vectors.delete(hash);
    });
    const [oldest] = this.vectors.keys();
    if (this.vectors.size > KEPT_VECTORS && oldest !== undefined) this.vectors.delete(oldest);
  }
}

const hashOf = (owner: string, text: string) =>
  createHash('sha256').update(`${owner}\n${text}`).digest('base64');
const lost = (hash: string) => new Error(`The embedding model gave no vector for the text with hash ${hash}`);

/** Returns the result of `work`, or throws the reason of the signal as soon as it aborts. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason as Error);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}
