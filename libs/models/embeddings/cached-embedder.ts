import { createHash } from 'node:crypto';
import type { EmbeddingModel } from '../language-model.ts';

/** Texts a call; Google takes no more. */
const BATCH_TEXTS = 100;
/** 6 KB each. */
const KEPT_VECTORS = 2_000;

/**
 * Asks `model` for what it does not remember, up to 100 texts a call. It keeps vectors by the hash of their text, never the
 * text; one that is being asked for is not asked for again.
 */
export function cached(model: EmbeddingModel): EmbeddingModel {
  return new CachedEmbedder(model);
}

class CachedEmbedder implements EmbeddingModel {
  /** The least recently used first. */
  private readonly vectors = new Map<string, Promise<number[]>>();

  constructor(private readonly asked: EmbeddingModel) {}

  get provider(): string {
    return this.asked.provider;
  }
  get model(): string {
    return this.asked.model;
  }
  get semantic(): boolean {
    return this.asked.semantic;
  }

  async embed(texts: string[], signal?: AbortSignal): Promise<number[][]> {
    const hashes = texts.map(hashOf);
    const missing = new Map<string, string>();
    const found = hashes.map((hash, at) => {
      const known = this.recall(hash);
      if (!known) missing.set(hash, texts[at] ?? '');
      return known;
    });
    const fresh = this.ask([...missing]);
    const vectors = Promise.all(
      hashes.map((hash, at) => found[at] ?? fresh.get(hash) ?? Promise.reject(lost(hash))),
    );
    return signal ? unlessAborted(vectors, signal) : vectors;
  }

  /** Without the signal of the caller: others may wait for the same answer. The model gives up by its own time limit. */
  private ask(missing: [hash: string, text: string][]): Map<string, Promise<number[]>> {
    const fresh = new Map<string, Promise<number[]>>();
    for (let start = 0; start < missing.length; start += BATCH_TEXTS) {
      const batch = missing.slice(start, start + BATCH_TEXTS);
      const answer = this.asked.embed(batch.map(([, text]) => text));
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

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
const lost = (hash: string) => new Error(`The embedding model gave no vector for the text with hash ${hash}`);

/** What `work` comes to, or at once the reason of the signal. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason as Error);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}
