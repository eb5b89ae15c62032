import type { TokenUsage } from './language-model.ts';
import type { ModelEntry, TokenPrices } from './registry.ts';

const TOKENS_PER_PRICE = 1_000_000;

/**
 * What a call cost, in USD. Input that the provider had in its cache, and input that it put there, are priced apart from
 * the other input; a long prompt has its own prices.
 */
export function costOfUsage({ prices }: ModelEntry, usage: TokenUsage): number {
  const { longPrompt } = prices;
  return costAt(longPrompt && usage.promptTokens > longPrompt.overTokens ? longPrompt : prices, usage);
}

/** What the tokens of many calls cost, each of them of the usual length, in USD. */
export function costOfSum({ prices }: { prices: TokenPrices }, usage: TokenUsage): number {
  return costAt(prices, usage);
}

/** What a call costs for its tokens, in USD, when nothing is cached. `ModelRouter` knows how much output a task takes. */
export function costOfTokens(model: ModelEntry, inputTokens: number, outputTokens: number): number {
  return costOfUsage(model, { promptTokens: inputTokens, cachedTokens: 0, completionTokens: outputTokens });
}

/** As {@link costOfTokens}, when all of the input is put into the cache: no call of these tokens costs more. */
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
