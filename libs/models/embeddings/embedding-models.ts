import type { Environment } from '#config';

/** Price and limit of an embedding model. It has no output tokens. */
interface KnownEmbeddingModel {
  /** USD per million tokens of input. */
  usd: number;
  /** Maximum input length in tokens. */
  maxInputTokens: number;
  /** Day on which the source was read. */
  readOn: string;
  source: string;
}

const READ_ON = '2026-11-22';
/** Limit assumed for an unknown model, such as that of an own server. */
const USUAL_MAX_INPUT_TOKENS = 8_191;

const known: Readonly<Record<string, KnownEmbeddingModel>> = {
  'gemini-embedding-001': {
    usd: 0.15,
    maxInputTokens: 2_048,
    readOn: READ_ON,
    source: 'https://ai.google.dev/gemini-api/docs/pricing, as reported by openrouter.ai and opencode.ai',
  },
  'text-embedding-3-small': {
    usd: 0.02,
    maxInputTokens: 8_191,
    readOn: READ_ON,
    source: 'https://developers.openai.com/api/docs/models/text-embedding-3-small',
  },
  'text-embedding-3-large': {
    usd: 0.13,
    maxInputTokens: 8_191,
    readOn: READ_ON,
    source: 'https://developers.openai.com/api/docs/models/text-embedding-3-large',
  },
};

/** Returns the cost of the tokens in USD; 0 for a model whose price is neither known nor in `set`, by model. */
export function embeddingCost(
  model: string,
  tokens: number,
  set: Environment['MODEL_PRICES_USD'] = {},
): number {
  return ((set[model]?.input ?? known[model]?.usd ?? 0) * tokens) / 1_000_000;
}

/** Returns the maximum input length in the model's own tokens. */
export function maxEmbeddingInput(model: string): number {
  return known[model]?.maxInputTokens ?? USUAL_MAX_INPUT_TOKENS;
}
