import { hasPhrase, normalizedWords } from '#text';
import { type OfflineMessage } from '#pack-kit';
import { namesHome } from './requests.ts';

/** What a message asks of the sea: to be near it, or to see it. */
export type SeaWish = 'near' | 'view';

/** Says that it is about what was found before: "something closer to the beach", "any of them with a sea view?" */
const ABOUT_FOUND =
  /^(?:(?:and|but|ok|okay|hmm|maybe|و|لكن) ?)*(?:(?:is|are|do|have|you|there|any|anything|something|some|one|ones|them|those|these|which|what|of|with|only|show|me|a|close|near|by|next|right|not|too|far|قريبه|قريب|مطله|علي|هل|يوجد|شي|شيء|منها|اي|لديكم|مع|فيها|فقط|اعرض)(?: |$))+|(?:^| )(?:closer|nearer|closest|nearest|و?(?:ال)?اقربها?)(?: |$)/;
const MAX_WORDS_ABOUT_FOUND = 9;
/** "Sea view", "by the beach": a wish and nothing else. */
const MAX_WORDS_ALONE = 3;
const NOTED = /\b(?:note|remember|log|likes?|loves?|hates?|wants?|no|not)\b|سجل|تذكر|ملاحظه|يحب|تحب/;

/** A message that narrows what was found before by the sea, and names no home of its own. */
export function narrowsBySea(message: OfflineMessage): boolean {
  const { normalized } = message;
  if (normalized.split(' ').length > MAX_WORDS_ABOUT_FOUND || seaWishOf(message) === undefined) return false;
  const isAlone = normalized.split(' ').length <= MAX_WORDS_ALONE && !NOTED.test(normalized);
  return (isAlone || ABOUT_FOUND.test(normalized)) && !namesHome(normalizedWords(normalized));
}

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
  'sea',
  'seaside',
  'seafront',
  'beach',
  'beachfront',
  'coast',
  'coastal',
  'coastline',
  'shore',
  'waterfront',
  'ocean',
  'بحر',
  'البحر',
  'بحرية',
  'شاطئ',
  'شاطئية',
  'ساحل',
  'ساحلية',
  'كورنيش',
];

const AWAY_WORDS = ['far from', 'away from', 'not near', 'not by', 'بعيد عن', 'بعيدة عن'];

export function seaWishOf({ text }: OfflineMessage): SeaWish | undefined {
  const words = normalizedWords(text);
  if (!hasPhrase(words, SEA_WORDS) || hasPhrase(words, AWAY_WORDS)) return undefined;
  return hasPhrase(words, VIEW_WORDS) ? 'view' : 'near';
}
