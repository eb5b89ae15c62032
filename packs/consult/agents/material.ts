import type { MaterialTurn, PromptMaterial } from '#pack-kit';
import { bookingUrl, pricesOf, textSetting } from '../tools/settings.ts';

export const PRICES = 'prices';
const MAX_TOKENS = 140;
const MAX_NAME_CHARACTERS = 80;

/** What is sold and for how much, US dollar: asked for often, and no tool's business. */
export interface Prices {
  /** Whom the agents work for. */
  consultant: string;
  workshop: number;
  consulting: number;
  /** Whether there is a page where a call is booked; without one nobody may be promised its link. */
  canBookOnline: boolean;
}

export function pricesMaterial({ settings }: Pick<MaterialTurn, 'settings'>): Promise<PromptMaterial[]> {
  const { workshop, consulting } = pricesOf(settings);
  const consultant = (textSetting(settings, 'CONSULT_NAME') ?? '').slice(0, MAX_NAME_CHARACTERS);
  return Promise.resolve([
    {
      name: PRICES,
      title: 'Whom you work for, and prices in US dollar',
      content: {
        consultant,
        workshop,
        consulting,
        canBookOnline: bookingUrl(settings, 'consultation') !== undefined,
      } satisfies Prices,
      maxTokens: MAX_TOKENS,
    },
  ]);
}
