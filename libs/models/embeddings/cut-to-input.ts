import { countTextTokens, USUAL_INPUT_MARGIN } from '../tokens.ts';

/** What is left out more than reckoned, so that a few tries are enough. */
const CUT_MARGIN = 0.95;
const NOT_ASCII = /[^\p{ASCII}]+/gu;

/** The beginning of `text` that has at most `maxTokens` in whatever encoding the model uses. */
export async function cutToInput(text: string, maxTokens: number): Promise<string> {
  let kept = text;
  for (;;) {
    const tokens = await mostTokens(kept, maxTokens);
    if (tokens <= maxTokens) return kept;
    kept = kept.slice(0, Math.floor(kept.length * (maxTokens / tokens) * CUT_MARGIN)).toWellFormed();
  }
}

/**
 * What a text may come to at most. Encodings differ little for ASCII, and much for other writing: OpenAI's embeddings take
 * twice the tokens for Arabic that its newer models do. None takes more than one for each byte of UTF-8, so that a short
 * text need not be counted.
 */
async function mostTokens(text: string, enough: number): Promise<number> {
  const bytes = Buffer.byteLength(text);
  if (bytes <= enough) return bytes;
  const ascii = text.replace(NOT_ASCII, '');
  return bytes - ascii.length + Math.ceil((await countTextTokens(ascii)) * USUAL_INPUT_MARGIN);
}
