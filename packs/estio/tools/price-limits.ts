import type { DealType } from '../schema/entities/index.ts';
import type { Criteria } from '../schema/property-search.read-model.ts';
import { euro } from '../wording.ts';

/** An amount from this one up is no monthly rent. Euro. */
const NO_RENT_EUR = 50_000;
/** Below this an amount is no purchase price. Euro. */
const NO_SALE_PRICE_EUR = 5_000;

/** Drops a price limit that belongs to the other deal type: a search "to rent" up to €200,000 keeps no limit. */
export function withLimitsOfItsKind(criteria: Criteria, dealType: DealType) {
  const { minPrice, maxPrice, ...others } = criteria;
  const upper = isOfOtherKind(maxPrice, dealType) ? maxPrice : undefined;
  const lower = isOfOtherKind(minPrice, dealType) ? minPrice : undefined;
  const price = upper ?? lower;
  if (price === undefined) return { criteria, assumptions: [] };
  const kept: Criteria = {
    ...others,
    ...(minPrice !== undefined && lower === undefined && { minPrice }),
    ...(maxPrice !== undefined && upper === undefined && { maxPrice }),
  };
  const isLimited = kept.minPrice !== undefined || kept.maxPrice !== undefined;
  const limit = isLimited ? `${upper === undefined ? 'lower' : 'upper'} limit` : 'limit';
  return {
    criteria: kept,
    assumptions: [
      dealType === 'rent'
        ? `${euro(price, 'en')} looks like a price to buy for, so the monthly rent has no ${limit} here.`
        : `${euro(price, 'en')} looks like a monthly rent, so the price has no ${limit} here.`,
    ],
  };
}

/** A lowest price of 0 fits both deal types. */
function isOfOtherKind(price: number | undefined, dealType: DealType): boolean {
  if (price === undefined || price === 0) return false;
  return dealType === 'rent' ? price >= NO_RENT_EUR : price < NO_SALE_PRICE_EUR;
}
