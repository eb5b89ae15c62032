import type { RoutineTurn } from '#pack-kit';
import { PRICES, type Prices } from '../agents/material.ts';

/** As what else can be done is counted up: a verb without its subject. Only where there is a page may a link be offered. */
const OFFERS = {
  page: {
    en: 'give you the link where you book a call with the consultant',
    ar: 'أعطيك رابط حجز مكالمة مع المستشار',
  },
  none: {
    en: 'note your name and address so that the consultant can get back to you',
    ar: 'أسجل اسمك وبريدك ليتواصل معك المستشار',
  },
};

/** What leads to a call here. Where nothing is known of a booking page, none is promised. */
export function offeredCall({ material, message }: Pick<RoutineTurn, 'material' | 'message'>): string {
  const { canBookOnline } = (material[PRICES] ?? {}) as Partial<Prices>;
  return OFFERS[canBookOnline ? 'page' : 'none'][message.language === 'ar' ? 'ar' : 'en'];
}
