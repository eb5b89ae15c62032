import { USUAL_INPUT_MARGIN } from '#contracts';
import type { Environment } from '#config';
import { modelTiers, type ModelTier, type ProviderName } from './language-model.ts';
import type { ModelCapabilities, ModelEntry, ModelPrices } from './model-entry.ts';

const ALL: ModelCapabilities = { tools: true, vision: true, jsonSchema: true, streaming: true };

type Sizes = [contextWindowTokens: number, maxOutputTokens: number];

function model(
  provider: ProviderName,
  tier: ModelTier,
  id: string,
  prices: ModelPrices,
  [contextWindowTokens, maxOutputTokens]: Sizes,
): ModelEntry {
  return {
    id,
    provider,
    tier,
    prices,
    contextWindowTokens,
    maxOutputTokens,
    inputMargin: USUAL_INPUT_MARGIN,
    capabilities: ALL,
  };
}

/**
 * Since 2026, Anthropic's models count about 30 % more tokens for the same text than before (migration guide of
 * Claude Haiku 5.5, read on 2026-11-22). This is the usual margin increased by that share.
 */
const ANTHROPIC_INPUT_MARGIN = 1.6;

function claude(tier: ModelTier, id: string, prices: ModelPrices, sizes: Sizes): ModelEntry {
  return { ...model('anthropic', tier, id, prices, sizes), inputMargin: ANTHROPIC_INPUT_MARGIN };
}

const READ_ON = '2026-11-22';
const OPENAI_SIZES: Sizes = [1_050_000, 128_000];
const GOOGLE_SIZES: Sizes = [1_048_576, 65_536];
const ANTHROPIC_SIZES: Sizes = [1_000_000, 128_000];

/** Above 272,000 input tokens, input and cache cost twice as much and output costs 1.5 times as much. */
function openai(id: string, input: number, cachedInput: number, output: number): ModelPrices {
  const cacheWrite = input * 1.25;
  return {
    input,
    cachedInput,
    cacheWrite,
    output,
    longPrompt: {
      overTokens: 272_000,
      input: input * 2,
      cachedInput: cachedInput * 2,
      cacheWrite: cacheWrite * 2,
      output: output * 1.5,
    },
    readOn: READ_ON,
    source: `https://developers.openai.com/api/docs/models/${id}, as reported by docs.litellm.ai, docs.laozhang.ai and apidog.com`,
  };
}

/** Prices with a cache lifetime of five minutes. */
function anthropic(page: string, input: number, cachedInput: number, output: number): ModelPrices {
  return {
    input,
    cachedInput,
    cacheWrite: input * 1.25,
    output,
    readOn: READ_ON,
    source: `https://platform.claude.com/docs/en/models/${page}/overview and /docs/en/about-claude/pricing`,
  };
}

function google(source: string, input: number, cachedInput: number, output: number): ModelPrices {
  const page = 'https://ai.google.dev/gemini-api/docs/pricing';
  return { input, cachedInput, output, readOn: READ_ON, source: `${page}, as reported by ${source}` };
}

const FREE: ModelPrices = {
  input: 0,
  cachedInput: 0,
  output: 0,
  readOn: READ_ON,
  source: 'runs in this process and costs nothing',
};

/**
 * The models that this version knows, cheapest first within a tier. Tiers follow each provider's own description: the
 * small model serves the flash tier, the balanced one the standard tier, the larger one the premium tier. The other
 * models of a tier are fallbacks.
 */
export const knownModels: readonly ModelEntry[] = [
  model('openai', 'flash', 'gpt-6-luna', openai('gpt-6-luna', 0.1, 0.01, 0.5), OPENAI_SIZES),
  // Retired on 2027-04-01.
  model(
    'openai',
    'flash',
    'gpt-5.4-nano',
    {
      input: 0.2,
      cachedInput: 0.02,
      output: 1.25,
      readOn: '2026-11-20',
      source: 'https://developers.openai.com/api/docs/models/gpt-5.4-nano',
    },
    [400_000, 128_000],
  ),
  model(
    'openai',
    'standard',
    'gpt-5.4-mini',
    {
      input: 0.75,
      cachedInput: 0.075,
      output: 4.5,
      readOn: '2026-06-04',
      source: 'https://developers.openai.com/api/docs/pricing, as reported by tokenmix.ai on that day',
    },
    [400_000, 128_000],
  ),
  model('openai', 'standard', 'gpt-6.1-terra', openai('gpt-6.1-terra', 1, 0.05, 5), OPENAI_SIZES),
  model('openai', 'premium', 'gpt-6.1-sol', openai('gpt-6.1-sol', 2, 0.1, 10), OPENAI_SIZES),
  model('openai', 'premium', 'gpt-6-astra', openai('gpt-6-astra', 10, 1, 50), OPENAI_SIZES),
  model(
    'google',
    'flash',
    'gemini-2.5-flash-lite',
    google('vercel.com/ai-gateway', 0.1, 0.01, 0.4),
    GOOGLE_SIZES,
  ),
  model(
    'google',
    'flash',
    'gemini-3.5-flash-lite',
    google('simstudioai/sim (pull request 5812)', 0.3, 0.03, 2.5),
    GOOGLE_SIZES,
  ),
  model(
    'google',
    'standard',
    'gemini-3.8-flash',
    {
      ...google('pydantic/genai-prices (pull request 678)', 1.5, 0.15, 7.5),
      introductory: { until: '2026-12-31', input: 0.75, cachedInput: 0.075, output: 3.75 },
    },
    GOOGLE_SIZES,
  ),
  model(
    'google',
    'premium',
    'gemini-3.1-pro-preview',
    {
      ...google('blog.laozhang.ai and cloudprice.net', 2, 0.2, 12),
      longPrompt: { overTokens: 200_000, input: 4, cachedInput: 0.4, output: 18 },
    },
    GOOGLE_SIZES,
  ),
  claude(
    'flash',
    'claude-haiku-5-5',
    {
      ...anthropic('haiku-5-5', 0.1, 0.01, 0.5),
      longPrompt: { overTokens: 100_000, input: 0.5, cachedInput: 0.05, cacheWrite: 0.625, output: 2.5 },
    },
    ANTHROPIC_SIZES,
  ),
  claude('flash', 'claude-haiku-4-5-20251001', anthropic('haiku-4-5', 1, 0.1, 5), [200_000, 64_000]),
  claude('standard', 'claude-sonnet-5-5', anthropic('sonnet-5-5', 2, 0.1, 10), ANTHROPIC_SIZES),
  claude('standard', 'claude-sonnet-4-6', anthropic('sonnet-4-6', 3, 0.3, 15), ANTHROPIC_SIZES),
  claude('premium', 'claude-opus-5-5', anthropic('opus-5-5', 4, 0.2, 20), ANTHROPIC_SIZES),
  claude('premium', 'claude-opus-4-6', anthropic('opus-4-6', 5, 0.5, 25), ANTHROPIC_SIZES),
  ...modelTiers.map((tier) => ({
    ...model('offline', tier, `offline-${tier}`, FREE, [1_000_000, 32_768]),
    capabilities: { tools: true, vision: false, jsonSchema: false, streaming: true },
  })),
];

/** True if the model's provider may cache the beginning of a prompt. The offline model does not. */
export const cachesPrompts = (model: string) =>
  !knownModels.some(({ id, provider }) => id === model && provider === 'offline');

const UNKNOWN: ModelPrices = {
  ...FREE,
  unknown: true,
  readOn: '',
  source: 'no known price: set MODEL_PRICES_USD',
};

/**
 * The models of the deployment: the known ones, with the prices of `MODEL_PRICES_USD`. The names of `OPENAI_MODELS` replace
 * OpenAI's, for a server that speaks its protocol and has its own models. Their sizes are unknown. They are assumed to
 * have no vision and receive pictures by name.
 */
export function deploymentModels({
  OPENAI_MODELS,
  MODEL_PRICES_USD,
}: Pick<Environment, 'OPENAI_MODELS' | 'MODEL_PRICES_USD'>): readonly ModelEntry[] {
  const own = modelTiers.flatMap((tier) => {
    const id = OPENAI_MODELS?.[tier];
    if (!id) return [];
    const known = knownModels.find((entry) => entry.provider === 'openai' && entry.id === id);
    const unknown = model('openai', tier, id, UNKNOWN, [128_000, 8_192]);
    return [{ ...(known ?? { ...unknown, capabilities: { ...ALL, vision: false } }), tier }];
  });
  const others = knownModels.filter(({ provider }) => !OPENAI_MODELS || provider !== 'openai');
  return [...own, ...others].map((entry) => {
    const prices = MODEL_PRICES_USD[entry.id];
    return prices ? { ...entry, prices: { ...prices, readOn: '', source: 'MODEL_PRICES_USD' } } : entry;
  });
}
