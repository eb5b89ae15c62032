import type { MaterialTurn, PromptMaterial } from '#pack-kit';
import { bookingUrl, pricesOf, textSetting } from '../tools/settings.ts';

const MAX_TOKENS = 140;
const MAX_NAME_CHARACTERS = 80;

/** Whom the agents work for and what is sold, in US dollar: asked for often, and no tool's business. */
export function pricesMaterial({ settings }: Pick<MaterialTurn, 'settings'>): Promise<PromptMaterial[]> {
  return Promise.resolve([
    {
      name: 'prices',
      title: 'Whom you work for, and prices in US dollar',
      content: {
        consultant: (textSetting(settings, 'CONSULT_NAME') ?? '').slice(0, MAX_NAME_CHARACTERS),
        ...pricesOf(settings),
        // Without a page where a call is booked nobody may be promised its link.
        canBookOnline: bookingUrl(settings, 'consultation') !== undefined,
      },
      maxTokens: MAX_TOKENS,
    },
  ]);
}
