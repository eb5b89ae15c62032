import type { TokenUsage } from './language-model.ts';
import type { ModelEntry, TokenPrices } from './model-entry.ts';

const TOKENS_PER_PRICE = 1_000_000;

/**
 * Returns the cost of a call in USD. Cached input and input written to the cache have their own prices; a long prompt
 * has its own price set.
 */
export function costOfUsage({ prices }: ModelEntry, usage: TokenUsage): number {
  const { longPrompt } = prices;
  return costAt(longPrompt && usage.promptTokens > longPrompt.overTokens ? longPrompt : prices, usage);
}

/** Returns the cost in USD of the summed tokens of many calls, at the prices of prompts of the usual length. */
export function costOfSum({ prices }: { prices: TokenPrices }, usage: TokenUsage): number {
  return costAt(prices, usage);
}

/** Returns the cost in USD of a call without cached tokens. `ModelRouter` knows the expected output of a task. */
export function costOfTokens(model: ModelEntry, inputTokens: number, outputTokens: number): number {
  return costOfUsage(model, { promptTokens: inputTokens, cachedTokens: 0, completionTokens: outputTokens });
}

/** Upper bound of {@link costOfTokens}: all input is written to the cache, which is its most expensive use. */
export function mostCostOf(model: ModelEntry, inputTokens: number, outputTokens: number): number {
  return costOfUsage(model, {
    promptTokens: inputTokens,
    cachedTokens: 0,
    cacheWriteTokens: inputTokens,
    completionTokens: outputTokens,
  });
}

function costAt({ input, cachedInput, cacheWrite = input, output }: TokenPrices, usage: TokenUsage): number {
  const cached = Math.min(usage.cachedTokens, usage.promptTokens);
  const written = Math.min(usage.cacheWriteTokens ?? 0, usage.promptTokens - cached);
  const other = usage.promptTokens - cached - written;
  const ofInput = other * input + cached * cachedInput + written * cacheWrite;
  return (ofInput + usage.completionTokens * output) / TOKENS_PER_PRICE;
}
