import { countText, enumWithSynonyms, ToolError } from '#pack-kit';
import { canonicalPlace, nearestPlaces } from '../../places.ts';
import { DEAL_TYPE_WORDS, PROPERTY_TYPE_WORDS } from '../../schema/value-words.ts';

export const propertyTypeArgument = () =>
  enumWithSynonyms(PROPERTY_TYPE_WORDS, { description: 'Only this type.' });
export const dealTypeArgument = () => enumWithSynonyms(DEAL_TYPE_WORDS);
/** File format of a document. */
export const formatArgument = () =>
  enumWithSynonyms({ pdf: [], markdown: ['md'] }, { description: 'File format.' }).default('pdf');
const BEDROOM_WORDS = { studio: 0, ستوديو: 0 };
export const bedroomsArgument = () =>
  countText({ words: BEDROOM_WORDS, min: 0, max: 10, description: 'Exact number; 0 is a studio.' });

/**
 * The canonical name of a district or area.
 *
 * @throws ToolError VALIDATION_FAILED with the nearest names.
 */
export function readPlace(text: string, field = 'district'): string {
  const place = canonicalPlace(text);
  if (place) return place;
  const suggestions = nearestPlaces(text);
  throw new ToolError('VALIDATION_FAILED', `I do not know ${text}. Did you mean ${listed(suggestions)}?`, {
    fields: [{ name: field, problem: `unknown place ${JSON.stringify(text)}` }],
    suggestions,
  });
}

const JOINED = /[,،;/]|\b(?:or|and)\b|(?<!\p{L})(?:أو|او|و)(?!\p{L})/iu;

/**
 * The canonical names of one or several districts or areas: "Limassol, Larnaca", "Limassol or Larnaca".
 *
 * @throws ToolError VALIDATION_FAILED with the nearest names.
 */
export function readPlaces(text: string): string[] {
  if (canonicalPlace(text)) return [readPlace(text)];
  const names = text
    .split(JOINED)
    .map((name) => name.trim())
    .filter(Boolean);
  return [...new Set((names.length > 0 ? names : [text]).map((name) => readPlace(name)))];
}

const listed = (names: string[]) => `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
