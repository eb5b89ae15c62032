import { modelTiers, type ModelTier, type ProviderName } from './language-model.ts';

/** What a model can do beyond answering in text. */
export interface ModelCapabilities {
  tools: boolean;
  /** Sees pictures. */
  vision: boolean;
  /** Answers in JSON that fits a schema. */
  jsonSchema: boolean;
  streaming: boolean;
}

/** USD per million tokens, for requests of the usual length at the standard service tier. */
export interface ModelPrices {
  input: number;
  /** Input that the provider had in its cache. */
  cachedInput: number;
  output: number;
  /** Day on which the source was read. */
  readOn: string;
  source: string;
}

export interface ModelEntry {
  id: string;
  provider: ProviderName;
  tier: ModelTier;
  prices: ModelPrices;
  contextWindowTokens: number;
  maxOutputTokens: number;
  capabilities: ModelCapabilities;
}

const ALL: ModelCapabilities = { tools: true, vision: true, jsonSchema: true, streaming: true };

type Numbers = [input: number, cachedInput: number, output: number, contextWindow: number, maxOutput: number];

function model(
  provider: ProviderName,
  tier: ModelTier,
  id: string,
  [input, cachedInput, output, contextWindowTokens, maxOutputTokens]: Numbers,
  read: Pick<ModelPrices, 'readOn' | 'source'>,
): ModelEntry {
  const prices = { input, cachedInput, output, ...read };
  return { id, provider, tier, prices, contextWindowTokens, maxOutputTokens, capabilities: ALL };
}

/** Standard service tier, prompts under 270,000 tokens; limits from the model data of gpt-tokenizer 4.0.0. */
const OPENAI = {
  readOn: '2026-06-04',
  source: 'https://developers.openai.com/api/docs/pricing, as reported by tokenmix.ai on that day',
};
/** Prompts of up to 200,000 tokens. */
const GOOGLE = {
  readOn: '2026-05-01',
  source: 'https://ai.google.dev/gemini-api/docs/pricing, as reported by the crate gemini-cost 0.1.0',
};
const ANTHROPIC = {
  readOn: '2026-11-20',
  source: 'https://platform.claude.com/docs/en/models/opus-4-6/overview',
};
const OFFLINE = { readOn: '2026-11-20', source: 'runs in this process and costs nothing' };

/** The models that this version knows, cheapest first within a provider. */
export const knownModels: readonly ModelEntry[] = [
  model('openai', 'flash', 'gpt-5.4-nano', [0.2, 0.02, 1.25, 400_000, 128_000], OPENAI),
  model('openai', 'flash', 'gpt-4.1-mini', [0.4, 0.1, 1.6, 1_047_576, 32_768], OPENAI),
  model('openai', 'standard', 'gpt-5.4-mini', [0.75, 0.075, 4.5, 400_000, 128_000], OPENAI),
  model('openai', 'standard', 'gpt-4.1', [2, 0.5, 8, 1_047_576, 32_768], OPENAI),
  model('openai', 'premium', 'gpt-5.4', [2.5, 0.25, 15, 400_000, 128_000], OPENAI),
  model('openai', 'premium', 'gpt-5.5', [5, 0.5, 30, 400_000, 128_000], OPENAI),
  model('google', 'flash', 'gemini-2.5-flash', [0.3, 0.03, 2.5, 1_048_576, 65_536], GOOGLE),
  model('google', 'standard', 'gemini-2.5-pro', [1.25, 0.125, 10, 1_048_576, 65_536], GOOGLE),
  model('anthropic', 'premium', 'claude-opus-4-6', [5, 0.5, 25, 1_000_000, 128_000], ANTHROPIC),
  ...modelTiers.map((tier) => ({
    ...model('offline', tier, `offline-${tier}`, [0, 0, 0, 1_000_000, 32_768], OFFLINE),
    capabilities: { tools: true, vision: false, jsonSchema: false, streaming: true },
  })),
];

const OWN_NAMES = { readOn: '2026-11-20', source: 'a name of OPENAI_MODELS: its price is not known' };

/**
 * The known models with `names` in place of the provider's own, for a server that speaks its protocol and has models of
 * its own. Nothing is known of their price and size, so they cost nothing in the reports;
 * nor whether they can see, so they are told of pictures by name.
 */
export function withOwnNames(
  provider: ProviderName,
  names: Partial<Record<ModelTier, string>> | undefined,
): readonly ModelEntry[] {
  if (!names) return knownModels;
  const own = modelTiers.flatMap((tier) => {
    const id = names[tier];
    if (!id) return [];
    const known = knownModels.find((entry) => entry.provider === provider && entry.id === id);
    return [
      {
        ...(known ?? {
          ...model(provider, tier, id, [0, 0, 0, 128_000, 8_192], OWN_NAMES),
          capabilities: { ...ALL, vision: false },
        }),
        tier,
      },
    ];
  });
  return [...own, ...knownModels.filter((entry) => entry.provider !== provider)];
}

/** The models that may be chosen from. */
export class ModelRegistry {
  constructor(private readonly entries: readonly ModelEntry[] = knownModels) {}

  /** A model that serves several tiers is there once for each. */
  all(): ModelEntry[] {
    return [...this.entries];
  }

  find(id: string): ModelEntry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  /** Models of one tier, the offline ones among them. */
  ofTier(tier: ModelTier): ModelEntry[] {
    return this.all().filter((entry) => entry.tier === tier);
  }
}
