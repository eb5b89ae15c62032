import type { OfflineMessage } from '#pack-kit';
import { normalizeText } from '#text';
import type { PlaceMention } from '../../schema/places/find-places.ts';
import { keptOf, type LeftOut } from '../../tools/left-out.ts';
import { typeName } from '../../tools/wording.ts';

/** The message without what is to be left out: its fills and words are those of what is wanted. */
export function keptMessage(message: OfflineMessage): OfflineMessage {
  const text = keptOf(message.text);
  return { ...message, text, normalized: normalizeText(text) };
}

/** "Without Yas Island:", "من دون أراض:": said above figures in which it is not. */
export function withoutLine(
  { places, types }: Pick<LeftOut, 'places' | 'types'>,
  language: 'en' | 'ar',
): string {
  const names = [
    ...places.map((mention) => placeName(mention, language)),
    ...types.map((type) => typeName(type, language)),
  ];
  return language === 'ar' ? `من دون ${names.join(' و')}:` : `Without ${names.join(' and ')}:`;
}

function placeName({ places: [place], written }: PlaceMention, language: 'en' | 'ar'): string {
  return (language === 'ar' ? place?.nameAr : place?.nameEn) || written;
}
