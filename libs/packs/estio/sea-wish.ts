import { hasPhrase, normalizedWords, type OfflineMessage } from '#tools';

/** What a message asks of the sea: to be near it, or to see it. */
export type SeaWish = 'near' | 'view';

const VIEW_WORDS = [
  'sea view',
  'view of the sea',
  'overlooking the sea',
  'ocean view',
  'إطلالة',
  'مطلة',
  'يطل',
  'تطل',
];
const SEA_WORDS = [
  'sea', 'seaside', 'seafront', 'beach', 'beachfront', 'coast', 'coastal', 'coastline', 'shore', 'waterfront', 'ocean',
  'بحر', 'بحرية', 'شاطئ', 'شاطئية', 'ساحل', 'ساحلية', 'كورنيش',
]; // prettier-ignore

const AWAY_WORDS = ['far from', 'away from', 'not near', 'not by', 'بعيد عن', 'بعيدة عن'];

export function seaWishOf({ text }: OfflineMessage): SeaWish | undefined {
  const words = normalizedWords(text);
  if (!hasPhrase(words, SEA_WORDS) || hasPhrase(words, AWAY_WORDS)) return undefined;
  return hasPhrase(words, VIEW_WORDS) ? 'view' : 'near';
}
