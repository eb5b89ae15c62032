import { countText, enumWithSynonyms, plainText } from '#pack-kit';

/** Name of the tool that finds places; the other tools take the English names that it returns. */
export const SEARCH = 'search_geospatial_metadata';

export const districtArgument = () => plainText('English name, such as Yas Island.', 120);
export const municipalityArgument = () => plainText('English name, such as Al Ain.', 120);
/** Takes any number: the tool refuses a year without data and names the years that have some. */
export const yearArgument = () => countText({ integer: false, description: 'Calendar year.' });

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
  enumWithSynonyms(SALE_TYPES, { description: 'Only this type.' }).optional();
export const homeTypeArgument = () =>
  enumWithSynonyms(HOME_TYPES, { description: 'Only this type.' }).optional();
