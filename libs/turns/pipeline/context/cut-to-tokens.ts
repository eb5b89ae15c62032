import { countTextTokens } from '#models';

/** Cuts more than estimated, so that few attempts suffice. */
const MARGIN = 0.95;

/** Returns the beginning of `text` with at most `maxTokens` tokens, cut at a space if one is near. */
export async function cutToTokens(text: string, maxTokens: number): Promise<{ text: string; cut: boolean }> {
  let kept = text;
  for (;;) {
    const tokens = await countTextTokens(kept);
    if (tokens <= maxTokens) return { text: kept, cut: kept.length < text.length };
    const part = kept.slice(0, Math.floor(kept.length * (maxTokens / tokens) * MARGIN));
    const space = part.search(/\s\S{0,40}$/);
    kept = (space > 0 ? part.slice(0, space) : part).toWellFormed();
  }
}
