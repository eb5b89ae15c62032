import type { BrokenAnswer, GenerateRequest, TokenUsage } from '../language-model.ts';
import { countRequestTokens, countTextTokens } from '../tokens.ts';

/** A longer answer is counted by its beginning: counting a million characters would stop the process for a second. */
const COUNTED_CHARACTERS = 100_000;

/**
 * Returns the usage of an answer that is incomplete or comes without usage. Providers report output tokens only at the end,
 * so the count of the received part applies if it is higher.
 */
export async function usageOf(
  request: GenerateRequest,
  { written, usage }: BrokenAnswer = { written: '' },
): Promise<TokenUsage> {
  return {
    ...usage,
    promptTokens: usage?.promptTokens ?? (await countRequestTokens(request)),
    cachedTokens: usage?.cachedTokens ?? 0,
    completionTokens: Math.max(usage?.completionTokens ?? 0, await countWritten(written)),
  };
}

async function countWritten(written: string): Promise<number> {
  const tokens = await countTextTokens(written.slice(0, COUNTED_CHARACTERS));
  return Math.ceil(tokens * Math.max(1, written.length / COUNTED_CHARACTERS));
}
