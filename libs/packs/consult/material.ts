import type { MaterialTurn, PromptMaterial } from '#tools';
import { pricesOf } from './settings.ts';

export const PRICES = 'prices';
const MAX_TOKENS = 80;

/** What is sold and for how much, US dollar: asked for often, and no tool's business. */
export interface Prices {
  workshop: number;
  consulting: number;
}

export function pricesMaterial({ settings }: Pick<MaterialTurn, 'settings'>): Promise<PromptMaterial[]> {
  const { workshop, consulting }: Prices = pricesOf(settings);
  return Promise.resolve([
    {
      name: PRICES,
      title: 'Prices in US dollar',
      content: { workshop, consulting } satisfies Prices,
      maxTokens: MAX_TOKENS,
    },
  ]);
}
