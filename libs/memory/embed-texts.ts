import { ModelError, OfflineEmbedder, type EmbeddingModel, type EmbeddingModels } from '#models';
import type { EmbeddedText } from '#pack-kit';

const OFFLINE = new OfflineEmbedder();

async function embedded(
  embedder: EmbeddingModel,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<EmbeddedText[]> {
  const vectors = await embedder.embed([...texts], signal);
  if (vectors.length !== texts.length)
    throw new Error(`${embedder.model} returned ${vectors.length} vectors for ${texts.length} texts`);
  return texts.map((text, at) => ({ text, embedding: vectors[at] ?? [], model: embedder.model }));
}

/**
 * Returns the vectors of texts, by the model of the org. If the provider does not answer or the org's budget is exhausted,
 * the vectors are of the offline model. The texts are then found by their words until the `re-embed` job replaces the
 * vectors.
 */
export async function embedTexts(
  embedder: EmbeddingModel,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<EmbeddedText[]> {
  try {
    return await embedded(embedder, texts, signal);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return embedded(OFFLINE, texts, signal);
  }
}

/** Characters of a long question that are kept at its beginning and at its end, where people ask. */
const KEPT_CHARACTERS = 2_000;

/** The part of a question that a search reads; a long message costs no more than a page. */
const searchedPart = (question: string): string =>
  question.length <= 2 * KEPT_CHARACTERS
    ? question
    : `${question.slice(0, KEPT_CHARACTERS)} ${question.slice(-KEPT_CHARACTERS)}`.toWellFormed();

/** Embeds a question, of a long one its beginning and end. `semantic` is true if its vector captures meaning. */
export async function embedQuestion(
  embedders: EmbeddingModels,
  orgId: string,
  question: string,
): Promise<{ query: EmbeddedText; semantic: boolean }> {
  const embedder = embedders.of(orgId);
  const [query] = await embedTexts(embedder, [searchedPart(question)]);
  return { query: query!, semantic: embedder.semantic && query!.model !== OFFLINE.model };
}
