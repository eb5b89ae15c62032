import { countTextTokens } from '#models';

/** What is left out more than reckoned, so that a few tries are enough. */
const MARGIN = 0.95;

/** The beginning of `text` that is at most `maxTokens` long, cut at a space where there is one near. */
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
