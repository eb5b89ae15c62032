/** USD per million tokens of input; an embedding has no output. */
interface EmbeddingPrice {
  usd: number;
  /** Day on which the source was read. */
  readOn: string;
  source: string;
}

const READ_ON = '2026-11-22';

const prices: Readonly<Record<string, EmbeddingPrice>> = {
  'gemini-embedding-001': {
    usd: 0.15,
    readOn: READ_ON,
    source: 'https://ai.google.dev/gemini-api/docs/pricing, as reported by openrouter.ai and opencode.ai',
  },
  'text-embedding-3-small': {
    usd: 0.02,
    readOn: READ_ON,
    source: 'https://developers.openai.com/api/docs/models/text-embedding-3-small',
  },
  'text-embedding-3-large': {
    usd: 0.13,
    readOn: READ_ON,
    source: 'https://developers.openai.com/api/docs/models/text-embedding-3-large',
  },
};

/** What so many tokens cost, in USD; nothing where the price of the model is not known, as of a server of one's own. */
export function embeddingCost(model: string, tokens: number): number {
  return ((prices[model]?.usd ?? 0) * tokens) / 1_000_000;
}
