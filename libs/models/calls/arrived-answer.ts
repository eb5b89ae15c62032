import type { BrokenAnswer, GenerateRequest, TokenUsage } from '../language-model.ts';
import { countRequestTokens, countTextTokens } from '../tokens.ts';

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
    completionTokens: Math.max(usage?.completionTokens ?? 0, await countTextTokens(written)),
  };
}
