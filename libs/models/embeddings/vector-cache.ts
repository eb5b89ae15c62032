import { createHash } from 'node:crypto';

/** Texts a call; Google takes no more. */
const BATCH_TEXTS = 100;
/** 6 KB each. */
const KEPT_VECTORS = 2_000;

/** Asks for the vectors of up to 100 texts. */
export type AskForVectors = (texts: string[]) => Promise<number[][]>;

/**
 * Remembers vectors by the hash of their text, never the text, each for the org and model it was paid for; one that is being
 * asked for is not asked for again.
 */
export class VectorCache {
  /** The least recently used first. */
  private readonly vectors = new Map<string, Promise<number[]>>();

  /** @param owner org and model. @param ask is called without the caller's signal: others may wait for the same answer. */
  async embed(owner: string, texts: string[], ask: AskForVectors, signal?: AbortSignal): Promise<number[][]> {
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

  private ask(missing: [hash: string, text: string][], ask: AskForVectors): Map<string, Promise<number[]>> {
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
    // A failure is asked for again; whoever waits for it is told of it.
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

/** What `work` comes to, or at once the reason of the signal. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason as Error);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}
