import { z } from 'zod';
import { countText, enumWithSynonyms } from '#pack-kit';

/** Name of the tool that finds places; the other tools take the English names that it returns. */
export const SEARCH = 'search_geospatial_metadata';

const EXACT = `as ${SEARCH} returns it`;

export const districtArgument = () =>
  z.string().min(1).max(120).describe(`Exact English name of a district, ${EXACT}, such as Yas Island.`);
export const municipalityArgument = () =>
  z.string().min(1).max(120).describe(`Exact English name of a municipality, ${EXACT}, such as Al Ain.`);
/** Takes any number: the tool refuses a year without data and names the years that have some. */
export const yearArgument = () =>
  countText({
    integer: false,
    description:
      'Calendar year, a whole number; a year that the data does not cover is refused with those that it does',
  });

/** Types of homes with their synonyms. */
export const HOME_TYPES = {
  Apartment: ['apartments', 'flat', 'flats', 'شقة', 'شقق'],
  Villa: ['villas', 'فيلا', 'فلل'],
  Townhouse: ['townhouses', 'town house', 'تاون هاوس'],
};
/** Types of property that are sold. */
export const SALE_TYPES = {
  ...HOME_TYPES,
  Land: ['lands', 'plot', 'plots', 'أرض', 'أراضي', 'الأراضي'],
};

export const saleTypeArgument = () =>
  enumWithSynonyms(SALE_TYPES, { description: 'Only this type of property' }).optional();
export const homeTypeArgument = () =>
  enumWithSynonyms(HOME_TYPES, { description: 'Only this type of home' }).optional();
