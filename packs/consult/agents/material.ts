import type { MaterialTurn, PromptMaterial } from '#pack-kit';
import { bookingUrl, pricesOf, textSetting } from '../settings.ts';

const MAX_TOKENS = 140;
const MAX_NAME_CHARACTERS = 80;

/** The consultant and the offers, with prices in US dollar: frequent questions that no tool answers. */
export function pricesMaterial({ settings }: Pick<MaterialTurn, 'settings'>): Promise<PromptMaterial[]> {
  return Promise.resolve([
    {
      name: 'prices',
      title: 'Whom you work for, and prices in US dollar',
      content: {
        consultant: (textSetting(settings, 'CONSULT_NAME') ?? '').slice(0, MAX_NAME_CHARACTERS),
        ...pricesOf(settings),
        // Without a booking page, the agents must not promise its link.
        canBookOnline: bookingUrl(settings, 'consultation') !== undefined,
      },
      maxTokens: MAX_TOKENS,
    },
  ]);
}
