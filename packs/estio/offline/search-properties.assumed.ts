import type { Wording } from '../wording.ts';
import type { SearchResult } from '../tools/search-properties.tool.ts';

/** What is taken for granted, in the words of the tool, each with those in Arabic; the conversation is told each once. */
const ASSUMED: [en: RegExp, ar: string][] = [
  [/Sale assumed, as \S+ looks like a price to buy for\./u, 'افترضت أن المطلوب للبيع، بناء على السعر.'],
  [/Rent assumed, as \S+ looks like a monthly rent\./u, 'افترضت أن المطلوب للإيجار، بناء على السعر.'],
  [
    /Neither sale nor rent was named, so I looked for both\./u,
    'لم يُذكر البيع أو الإيجار، فعرضت الاثنين والبيع أولا.',
  ],
  [
    /Neither sale nor rent was named, so I looked for those for sale; say “to rent” for the others\./u,
    'لم يُذكر البيع أو الإيجار، فعرضت ما هو للبيع؛ قل «للإيجار» لغيرها.',
  ],
  [
    /(?<!\S)\S+ looks like a price to buy for, so the monthly rent has no limit here\./u,
    'السعر المذكور يبدو سعر شراء، فلم أضع حدا للإيجار الشهري.',
  ],
  [
    /(?<!\S)\S+ looks like a price to buy for, so the monthly rent has no upper limit here\./u,
    'السعر المذكور يبدو سعر شراء، فلم أضع حدا أعلى للإيجار الشهري.',
  ],
  [
    /(?<!\S)\S+ looks like a price to buy for, so the monthly rent has no lower limit here\./u,
    'السعر المذكور يبدو سعر شراء، فلم أضع حدا أدنى للإيجار الشهري.',
  ],
  [
    /(?<!\S)\S+ looks like a monthly rent, so the price has no limit here\./u,
    'السعر المذكور يبدو إيجارا شهريا، فلم أضع حدا لسعر الشراء.',
  ],
  [
    /(?<!\S)\S+ looks like a monthly rent, so the price has no upper limit here\./u,
    'السعر المذكور يبدو إيجارا شهريا، فلم أضع حدا أعلى لسعر الشراء.',
  ],
  [
    /(?<!\S)\S+ looks like a monthly rent, so the price has no lower limit here\./u,
    'السعر المذكور يبدو إيجارا شهريا، فلم أضع حدا أدنى لسعر الشراء.',
  ],
];

export const toldOnce = ASSUMED.flatMap(([en, ar]) => [en, new RegExp(ar, 'u')]);

export function assumption(
  { assumptions }: Pick<SearchResult, 'assumptions'>,
  language: Wording,
): string | undefined {
  if (language === 'en') return assumptions.join(' ') || undefined;
  const said = assumptions.flatMap((assumed) => ASSUMED.find(([en]) => en.test(assumed))?.[1] ?? []);
  return said.join(' ') || undefined;
}
