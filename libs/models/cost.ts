import type { TokenUsage } from './language-model.ts';
import type { ModelEntry } from './registry.ts';

const TOKENS_PER_PRICE = 1_000_000;

/** What a call cost, in USD; cached input tokens are priced apart from the other input tokens. */
export function costOfUsage(model: ModelEntry, usage: TokenUsage): number {
  const cached = Math.min(usage.cachedTokens, usage.promptTokens);
  const { input, cachedInput, output } = model.prices;
  return (
    ((usage.promptTokens - cached) * input + cached * cachedInput + usage.completionTokens * output) /
    TOKENS_PER_PRICE
  );
}

/** What a call is going to cost at most for its tokens, in USD, when nothing is cached. */
export function estimateCost(model: ModelEntry, inputTokens: number, outputTokens: number): number {
  return costOfUsage(model, { promptTokens: inputTokens, cachedTokens: 0, completionTokens: outputTokens });
}
