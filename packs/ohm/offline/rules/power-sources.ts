import { anySpelling, westernDigits, withDigits } from '#text';

/** What somebody wants to feed something from. Volts fresh or full, as it is called, and when it is empty. */
export interface PowerSource {
  en: string;
  ar: string;
  full: number;
  nominal: number;
  empty: number;
  /** What it gives without its voltage breaking down. */
  maxMa?: number;
  /** What usual ones hold; how long it lasts is reckoned with it. */
  mAh?: number;
  usb?: true;
}

/** One cell of each kind, by its usual data sheets: alkaline, nickel-metal hydride, lithium. */
const CELLS = {
  alkaline: { full: 1.6, nominal: 1.5, empty: 1 },
  nimh: { full: 1.4, nominal: 1.2, empty: 1 },
  lithium: { full: 4.2, nominal: 3.7, empty: 3 },
  lifepo4: { full: 3.6, nominal: 3.2, empty: 2.5 },
  coin: { full: 3.2, nominal: 3, empty: 2 },
  block: { full: 9.6, nominal: 9, empty: 6 },
  car: { full: 14.4, nominal: 12, empty: 11.5 },
} as const;

const ROUND =
  /(?:(\d+)\s*(?:x|×|\*)?\s*|\b(pair|couple) of\s+|\b(an?|one)\s+)?(?:alkaline |rechargeable |nimh |fresh |new )*\b(aaa|aa)\b/iu;
const ARABIC_ROUND = /(?:(\d+)\s*)?(بطاريت(?:ين|ان|ي)|بطارية|بطاريات)\s*(aaa|aa)(?![a-z])/iu;
const NIMH = anySpelling(/\b(?:nimh|ni-mh|rechargeable|eneloop)\b|قابلة للشحن/iu);
const SERIES = /\b([2-4])\s?s\b|\b(\d)\s*(?:x\s*)?(?:18650|lipos?|li-?ion|cells?)\b[^.?!]*\bin series\b/iu;

const OTHERS: [RegExp, (text: string) => PowerSource][] = [
  [
    anySpelling(
      /\b(?:9\s?v(?:olts?)?\s+(?:block\s+)?batter(?:y|ies)|9\s?v(?:olt)? block|pp3)\b|بطارية\s*(?:ب?جهد )?9 فولت/iu,
    ),
    () => ({ en: 'A 9 V block', ar: 'بطارية 9 فولت', ...CELLS.block, maxMa: 300, mAh: 500 }),
  ],
  [
    /\bcr\s?20\d\d\b|\b(?:coin|button) cells?\b/iu,
    () => ({ en: 'A coin cell (CR2032)', ar: 'بطارية قرصية (CR2032)', ...CELLS.coin, maxMa: 15, mAh: 220 }),
  ],
  [/\blifepo4?\b/iu, () => ({ en: 'A LiFePO4 cell', ar: 'خلية LiFePO4', ...CELLS.lifepo4, maxMa: 1_500 })],
  [
    /\b(?:18650|21700|14500|li-?ion|lithium(?:[- ]ion)?|li-?po(?:ly|lymer)?s?)\b|ليثيوم/iu,
    (text) => {
      const [, packed, cells] = SERIES.exec(text) ?? [];
      const count = Number(packed ?? cells ?? 1);
      return count > 1
        ? {
            en: `${count} lithium cells in series`,
            ar: `${count} خلايا ليثيوم على التوالي`,
            ...times(CELLS.lithium, count),
            maxMa: 2_000,
          }
        : { en: 'A lithium cell', ar: 'خلية ليثيوم', ...CELLS.lithium, maxMa: 2_000 };
    },
  ],
  [
    /\b(?:usb(?! (?:cable|serial|driver|port of))|power ?bank|phone charger)\b|شاحن (?:ال)?(?:هاتف|جوال)|باور ?بانك/iu,
    () => ({ en: 'USB', ar: 'منفذ USB', full: 5.25, nominal: 5, empty: 4.75, maxMa: 500, usb: true }),
  ],
  [
    /\bcar battery\b|بطاريه (?:ال)?سياره|بطارية (?:ال)?سيارة/iu,
    () => ({ en: 'A car battery', ar: 'بطارية سيارة', ...CELLS.car }),
  ],
];
const VOLTS = /(\d+(?:\.\d+)?)\s?(?:v|volts?|فولت)(?![\p{L}\d])/iu;

function times({ full, nominal, empty }: { full: number; nominal: number; empty: number }, count: number) {
  const by = (volts: number) => Math.round(volts * count * 100) / 100;
  return { full: by(full), nominal: by(nominal), empty: by(empty) };
}

function roundCells(text: string): PowerSource | undefined {
  const found = ROUND.exec(text);
  const arabic = ARABIC_ROUND.exec(text);
  const size = found?.[4] ?? arabic?.[3];
  if (size === undefined) return undefined;
  const two = found?.[2] !== undefined || /ين|ان|تي/u.test(arabic?.[2] ?? '');
  const one = found?.[3] !== undefined || (arabic?.[1] === undefined && arabic?.[2] === 'بطارية');
  // "AA batteries" without a number are mostly sold and used in pairs.
  const count = Number(found?.[1] ?? arabic?.[1] ?? (two ? 2 : one ? 1 : 2));
  if (count < 1 || count > 12) return undefined;
  const name = size.toUpperCase();
  const isNimh = NIMH.test(text);
  return {
    en: `${count === 1 ? 'One' : count === 2 ? 'Two' : count} ${isNimh ? 'rechargeable ' : ''}${name} cell${count === 1 ? '' : 's'}`,
    ar: `${count === 1 ? 'بطارية' : count === 2 ? 'بطاريتا' : `${count} بطاريات`} ${name}`,
    ...times(isNimh ? CELLS.nimh : CELLS.alkaline, count),
    maxMa: name === 'AA' ? 500 : 250,
    mAh: name === 'AA' ? 2_000 : 1_000,
  };
}

/** The source that a text names; undefined where it names none. */
export function sourceIn(written: string): PowerSource | undefined {
  const text = westernDigits(withDigits(written));
  const cells = roundCells(text) ?? OTHERS.find(([words]) => words.test(text))?.[1](text);
  if (cells) return cells;
  const volts = Number(VOLTS.exec(text)?.[1] ?? Number.NaN);
  if (!(volts > 0)) return undefined;
  return {
    en: `A supply of ${volts} V`,
    ar: `مصدر ${volts} فولت`,
    full: volts,
    nominal: volts,
    empty: volts,
  };
}
