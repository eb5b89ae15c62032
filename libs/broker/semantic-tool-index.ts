import { ModelError, type EmbeddingModel, type EmbeddingModels } from '#models';
import type { RegisteredTool } from '#tools';
import { bestMatches } from './best-matches.ts';
import { LexicalToolIndex } from './lexical-tool-index.ts';
import { ToolBroker } from './selection/tool-broker.ts';
import { indexText, type ToolIndex, type ToolMatch, type ToolQuery } from './tool-index.ts';

/** A model waits for the answer; after that, words have to do. */
const ANSWER_WITHIN_MS = 1_000;

/**
 * Search by meaning, with the org's embedding model: the score is the cosine of the query's vector and the tool's. Vectors
 * of tools are kept for as long as the tool is what it was. Where the org has no model that knows meaning, and where it
 * does not answer within a second, words are searched instead; vectors that come later serve the next search.
 */
export class SemanticToolIndex implements ToolIndex {
  private readonly lexical: LexicalToolIndex;
  /** Of each tool by the name of the model. */
  private readonly vectors = new WeakMap<RegisteredTool, Map<string, Promise<Float32Array>>>();

  constructor(
    private readonly embedders: EmbeddingModels,
    private readonly broker = new ToolBroker(),
    private readonly answerWithinMs = ANSWER_WITHIN_MS,
  ) {
    this.lexical = new LexicalToolIndex(broker);
  }

  async search(tools: readonly RegisteredTool[], query: string, asked: ToolQuery): Promise<ToolMatch[]> {
    const embedder = this.embedders.of(asked.orgId);
    if (!embedder.semantic || tools.length === 0) return this.lexical.search(tools, query, asked);
    const deadline = AbortSignal.timeout(this.answerWithinMs);
    try {
      const scored = await unlessLate(this.scored(embedder, tools, query, deadline), deadline);
      return bestMatches(this.broker, scored, query, asked);
    } catch (error) {
      if (!deadline.aborted && !(error instanceof ModelError)) throw error;
      return this.lexical.search(tools, query, asked);
    }
  }

  private async scored(
    embedder: EmbeddingModel,
    tools: readonly RegisteredTool[],
    query: string,
    deadline: AbortSignal,
  ): Promise<ToolMatch[]> {
    const [[asked], ofTools] = await Promise.all([
      embedder.embed([query], deadline),
      Promise.all(this.vectorsOf(embedder, tools)),
    ]);
    return tools.map((registered, at) => ({ registered, score: cosine(asked ?? [], ofTools[at] ?? []) }));
  }

  /** Asked for without the deadline of one search: another may wait for the same answer. */
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
    // A failure is asked for again; the search that waits for it is told of it.
    vector.catch(() => {
      if (known.get(model) === vector) known.delete(model);
    });
  }
}

/** What `work` comes to, or the reason of `deadline` where that comes first. */
async function unlessLate<Result>(work: Promise<Result>, deadline: AbortSignal): Promise<Result> {
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
