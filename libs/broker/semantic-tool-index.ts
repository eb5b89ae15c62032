import { ModelError, type EmbeddingModel, type EmbeddingModels } from '#models';
import type { RegisteredTool } from '#tools';
import { bestMatches } from './best-matches.ts';
import { LexicalToolIndex } from './lexical-tool-index.ts';
import { ToolBroker } from './selection/tool-broker.ts';
import { indexText, type ToolIndex, type ToolMatch, type ToolQuery } from './tool-index.ts';

/** Timeout of the embedding model; keyword search replaces it afterwards, because a chat model waits for the result. */
const EMBEDDING_TIMEOUT_MS = 1_000;

/**
 * Semantic search with the org's embedding model: the score is the cosine of the query's vector and the tool's. Vectors of
 * tools are cached until the tool changes. Without a semantic model, or after the timeout of one second, keyword search is
 * used instead; vectors that arrive later serve the next search.
 */
export class SemanticToolIndex implements ToolIndex {
  private readonly lexical: LexicalToolIndex;
  /** Vectors of each tool, by model name. */
  private readonly vectors = new WeakMap<RegisteredTool, Map<string, Promise<Float32Array>>>();

  constructor(
    private readonly embedders: EmbeddingModels,
    private readonly broker = new ToolBroker(),
    private readonly embeddingTimeoutMs = EMBEDDING_TIMEOUT_MS,
  ) {
    this.lexical = new LexicalToolIndex(broker);
  }

  async search(tools: readonly RegisteredTool[], query: string, options: ToolQuery): Promise<ToolMatch[]> {
    const embedder = this.embedders.of(options.orgId);
    if (!embedder.semantic || tools.length === 0) return this.lexical.search(tools, query, options);
    const deadline = AbortSignal.timeout(this.embeddingTimeoutMs);
    try {
      const scored = await withDeadline(this.scored(embedder, tools, query, deadline), deadline);
      return bestMatches(this.broker, scored, query, options);
    } catch (error) {
      if (!deadline.aborted && !(error instanceof ModelError)) throw error;
      return this.lexical.search(tools, query, options);
    }
  }

  private async scored(
    embedder: EmbeddingModel,
    tools: readonly RegisteredTool[],
    query: string,
    deadline: AbortSignal,
  ): Promise<ToolMatch[]> {
    const [[ofQuery], ofTools] = await Promise.all([
      embedder.embed([query], deadline),
      Promise.all(this.vectorsOf(embedder, tools)),
    ]);
    return tools.map((registered, at) => ({ registered, score: cosine(ofQuery ?? [], ofTools[at] ?? []) }));
  }

  /** Requests missing vectors without the deadline of the search, because other searches may wait for the same vectors. */
  private vectorsOf(embedder: EmbeddingModel, tools: readonly RegisteredTool[]): Promise<Float32Array>[] {
    const missing = tools.filter((registered) => !this.vectors.get(registered)?.has(embedder.model));
    if (missing.length > 0) {
      const answer = embedder.embed(missing.map(indexText));
      for (const [at, registered] of missing.entries())
        this.keep(
          registered,
          embedder.model,
          answer.then((vectors) => Float32Array.from(vectors[at] ?? [])),
        );
    }
    return tools.flatMap((registered) => this.vectors.get(registered)?.get(embedder.model) ?? []);
  }

  private keep(registered: RegisteredTool, model: string, vector: Promise<Float32Array>): void {
    const known = this.vectors.get(registered) ?? new Map<string, Promise<Float32Array>>();
    this.vectors.set(registered, known.set(model, vector));
    // A failed vector is requested again by the next search; the current search receives the error.
    vector.catch(() => {
      if (known.get(model) === vector) known.delete(model);
    });
  }
}

/** Returns the result of `work`. @throws the reason of `deadline` if that comes first. */
async function withDeadline<Result>(work: Promise<Result>, deadline: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  deadline.addEventListener('abort', () => reject(deadline.reason as Error), { once: true });
  return Promise.race([work, promise]);
}

function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let [product, ofOne, ofOther] = [0, 0, 0];
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0];
    product += a * b;
    ofOne += a * a;
    ofOther += b * b;
  }
  return ofOne === 0 || ofOther === 0 ? 0 : product / Math.sqrt(ofOne * ofOther);
}
