import { USUAL_INPUT_MARGIN } from '#contracts';
import { countTextTokens } from '../tokens.ts';

/** What is left out more than reckoned, so that a few tries are enough. */
const CUT_MARGIN = 0.95;
const NOT_ASCII = /[^\p{ASCII}]+/gu;

/** A text as a model takes it. */
export interface InputText {
  text: string;
  /** What it comes to at most. */
  mostTokens: number;
}

/** The beginning of `whole` that has at most `maxTokens` in whatever encoding the model uses. */
export async function cutToInput(whole: string, maxTokens: number): Promise<InputText> {
  let kept = whole;
  for (;;) {
    const tokens = await mostTokens(kept, maxTokens);
    if (tokens <= maxTokens) return { text: kept, mostTokens: tokens };
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
