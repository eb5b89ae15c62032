import type { DealType } from './entities/index.ts';

/** Guesses the deal type from a price: from €10,000 it is a sale. */
export const dealTypeOfPrice = (priceEur: number): DealType => (priceEur >= 10_000 ? 'sale' : 'rent');
