import { USUAL_INPUT_MARGIN } from '#contracts';
import { countTextTokens } from '../tokens.ts';

/** Factor that cuts slightly more than estimated, so that few iterations are enough. */
const CUT_MARGIN = 0.95;
const NOT_ASCII = /[^\p{ASCII}]+/gu;

/** A text cut to the input length of a model. */
export interface InputText {
  text: string;
  /** Upper bound of its tokens. */
  mostTokens: number;
}

/** Returns the beginning of `whole` that has at most `maxTokens` in any encoding. */
export async function cutToInput(whole: string, maxTokens: number): Promise<InputText> {
  let kept = whole;
  for (;;) {
    const tokens = await mostTokens(kept, maxTokens);
    if (tokens <= maxTokens) return { text: kept, mostTokens: tokens };
    kept = kept.slice(0, Math.floor(kept.length * (maxTokens / tokens) * CUT_MARGIN)).toWellFormed();
  }
}

/**
 * Returns an upper bound of a text's tokens. Encodings differ little for ASCII and much for other scripts: OpenAI's
 * embedding models need twice as many tokens for Arabic as its newer models. No encoding needs more than one token
 * per byte of UTF-8, so short texts are not counted.
 */
async function mostTokens(text: string, enough: number): Promise<number> {
  const bytes = Buffer.byteLength(text);
  if (bytes <= enough) return bytes;
  const ascii = text.replace(NOT_ASCII, '');
  return bytes - ascii.length + Math.ceil((await countTextTokens(ascii)) * USUAL_INPUT_MARGIN);
}
