import { findPhrase, normalizedWords, normalizeText, phraseWords, westernDigits, withDigits } from '#text';
import { catalogue, type CataloguePart } from './catalogue.ts';

/**
 * Words that mean a part only as long as no closer one is named: "temperature" is answered by any climate sensor, and a
 * "display" may be an LCD.
 */
const WEAK: { id: string; words: string[]; yieldsTo: string[] }[] = [
  { id: 'ds18b20', words: ['temperature', 'حرارة', 'الحرارة'], yieldsTo: ['dht22', 'dht11', 'bme280'] },
  { id: 'dht22', words: ['humidity', 'رطوبة', 'الرطوبة'], yieldsTo: ['dht11', 'bme280'] },
  { id: 'arduino-uno', words: ['arduino', 'أردوينو'], yieldsTo: ['arduino-nano'] },
  { id: 'ssd1306', words: ['display', 'screen', 'شاشة'], yieldsTo: ['lcd1602-i2c'] },
  { id: 'l298n', words: ['محرك', 'محركات', 'موتور', 'ماتور'], yieldsTo: ['sg90'] },
  { id: 'led-5mm', words: ['led'], yieldsTo: ['ws2812b-1m'] },
  { id: 'bh1750', words: ['light'], yieldsTo: ['ldr', 'led-5mm', 'ws2812b-1m'] },
  { id: 'hc-sr501', words: ['motion'], yieldsTo: ['mpu6050', 'reed-switch'] },
  {
    id: 'battery-18650',
    words: ['battery', 'بطارية'],
    yieldsTo: ['battery-2aa', 'battery-3aa', 'battery-4aa', 'battery-9v'],
  },
];

/** Something that gives light, as against a light that is measured. */
const LIGHTS =
  /(?<!\b(?:measur\w*|sens\w*|detect\w*|read\w*|monitor\w*|log\w*|ambient|of|mains|ac|household|ceiling|\d+ v(?:olts?)?) (?:the )?)\b(?:night ?lights?|lamps?|lanterns?|torch(?:es)?|flash ?lights?|(?:light ?)?bulbs?|(?:an?|the|some|small|little|red|green|blue|yellow|white|traffic|warning|signal|status|reading|bedside|mood|grow|stair|desk|porch|two|three|four|five|six|\d+) lights?|lights(?= (?:that|which|on|off|when|for|up)\b))\b(?! (?:sensors?|level|levels|intensity|meter|strength|values?|conditions?))|(?<!(?:حساس|شده|مستوي|قياس|يقيس|كميه) )(?<!\p{L})(?:و?ب?ل?(?:ال)?(?:مصباحا?|مصابيح|لمبه|لمبات|انوار|فانوس|اضاه|اضوا|سراج)|ضوا? ليليا?|نورا? ليليا?|ليدات?)(?!\p{L})/gu;
const TWO_MOTORS = /(?<!\p{L})و?(?:محرك|موتور|ماتور)(?:ين|ان)(?!\p{L})/gu;
const TWO_LAMPS = /(?<!\p{L})(?:مصباح|ضو|لمبت)(?:ين|ان)(?!\p{L})/gu;
/** What is to happen in the dark needs to know that it is dark. */
const WHEN_DARK =
  /\b(?:when|if|once|as soon as|after|at|in the) (?:it |the room |it's |it s |it is |its )?(?:gets? |is |becomes? |turns? |goes? )?(?:dark(?:ness)?|dusk|sunset)\b|(?:عندما|اذا|حين|لما|وقت|عند) (?:يحل |حلول |يصبح |ي?ظلم |تظلم )?(?:ال)?(?:ظلام|ظلم\p{L}*|عتمه|غروب|يظلم|تظلم)/gu;

/** Whether a tank is empty or full only a sensor for its water can tell. */
const TANK = String.raw`(?:tanks?|reservoirs?|cisterns?|barrels?|buckets?|water (?:bottle|container|bowl)s?|aquariums?)`;
const WHEN_EMPTY = new RegExp(
  String.raw`\b${TANK} (?:level|(?:\w+ ){0,2}?(?:empty|full|dry|low|overflow\w*|runs? out))\b|\b(?:empty|full|dry|low) ${TANK}\b|(?<!\b(?:light|sound|noise|battery|logic|pressure) )\blevel sensors?\b|(?:يفرغ|فرغ|يمتلي|امتلا|يجف|فارغ|فاض|يفيض) (?:ال)?(?:خزان|حوض|برميل)|(?:ال)?(?:خزان|حوض|برميل)\p{L}* (?:ي?فارغ|يفرغ|ممتلي|يمتلي|يفيض)|مستوي (?:ال)?(?:خزان|سايل)|حساس (?:ال)?مستوي`,
  'gu',
);

/** Who is to be noticed is noticed by moving: an alarm needs to sense something. */
const SOMEBODY_COMES =
  /\b(?:(?:door|burglar|intruder|intrusion|security|house|home) alarm|(?:somebody|someone|anybody|anyone|a person|people|visitors?) (?:comes?|enters?|walks?|pass(?:es)?|approach(?:es)?|opens?)|intruders?|burglars?)\b|(?<!\p{L})(?:(?:ال)?انذار (?:ل?ل?(?:ال)?(?:باب|لص|لصوص|سرقه|منزل|بيت))|(?:يدخل|دخل|يقترب|اقترب|يمر|مر|يفتح) (?:احد|شخص|احدهم)|لصوص)(?!\p{L})/gu;

/** What comes near is measured by its distance. */
const PARKS =
  /\bpark(?:ing)? (?:sensors?|aids?|assist\w*|helpers?|alarms?)\b|(?<!\p{L})(?:حساس|مساعد|مستشعر) (?:ال)?(?:ركن|ركون|اصطفاف|باركينج|باركنغ|رجوع)(?!\p{L})/gu;
/** "يقيس الحرارة وضغط الهواء": a pressure that is measured, as against the pressing of a button. */
const PRESSURE =
  /(?<=(?<!\p{L})(?:[يت]?قيس|قياس|حساس|مستشعر|طقس|حراره|رطوبه)(?!\p{L})[^.؟!\n]*)(?<!\p{L})[ول]?(?:ال)?ضغط(?!\p{L})(?! (?:علي |عل )?(?:ال)?(?:زر|ازرار|مفتاح))/gu;
/** Whether something is open a contact with a magnet tells. */
const OPENS =
  /\b(?:door|window|fridge|drawer|gate|lid|mailbox|cupboard)s?(?: (?!opens?\b)\w+){0,2} (?:opens?|opened|closes?|closed|open)\b(?! (?:with|by|using))|\b(?:open|closed|left open) (?:door|window|fridge|drawer|mailbox)\b|(?<!\p{L})(?:[يت]?فتح|[يت]نفتح|انفتح|مفتوح|[يت]?غلق|[يت]نغلق|مغلق) (?:ال)?(?:باب|نافذه|شباك|درج|ثلاجه)|(?:ال)?(?:باب|نافذه|شباك|درج|ثلاجه) (?:[يت]?فتح|[يت]نفتح|مفتوح|[يت]?غلق|[يت]نغلق|مغلق)\p{L}?(?!\p{L})/gu;

const NUMBER_OF_LIGHTS = /^(?:two|three|four|five|six|\d+)(?= )/;

/** The words of a text in which what a device is to do names the part that does it: a box that "lights up" measures no light. */
function wordsOfParts(text: string): string[] {
  const read = normalizeText(text)
    .replaceAll(/\b(?:lights? up|lit up|glow\w*|blink\w*)\b/g, 'led')
    .replaceAll(TWO_LAMPS, '2 led')
    .replaceAll(TWO_MOTORS, '2 motor')
    .replaceAll(LIGHTS, (lights) => `${NUMBER_OF_LIGHTS.exec(lights)?.[0] ?? ''} led`)
    .replaceAll(WHEN_DARK, ' ldr ')
    .replaceAll(WHEN_EMPTY, '$& water level')
    .replaceAll(SOMEBODY_COMES, '$& motion')
    .replaceAll(PARKS, '$& distance')
    .replaceAll(PRESSURE, '$& pressure')
    .replaceAll(OPENS, '$& reed')
    .replaceAll(/\b(?:beep\w*)\b/g, 'buzzer');
  // "Moisture of the soil" is one thing in Arabic, and no humidity of the air.
  return normalizedWords(read.replaceAll(/رطوبه ((?:ال)?تربه)/g, '$1'));
}

const MOST_OF_A_PART = 20;
/** Words between a number and the part that it counts: "three small red LEDs". */
const MAX_WORDS_BETWEEN = 2;
/** What a number in front of one of these counts is no part. */
const NOT_COUNTED =
  /^(?:v|volts?|ma|mah|a|amps?|w|watts?|ohms?|k|kg|g|cm|mm|m|x|inch|inches|pins?|channels?|bits?|hz|dollars?|usd|euros?|percent|seconds?|minutes?|hours?|days?|weeks?|months?|years?|and|or|with|on|for|from|to|of|in|at|فولت|دولار|سم|ثانيه|ثوان|دقيقه|دقايق|ساعه|ساعات|يوم|ايام|مع|علي|من|في)$/u;

/** How many of a part a text asks for, by id: "three lights" are three LEDs. Only numbers above one. */
export function partCountsIn(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  // A number with a decimal measures, and does not count.
  for (const clause of text.replaceAll(/\d+[.,]\d+/g, ' ').split(/[.,;:!?؟،؛\n()]/)) {
    const words = normalizedWords(withDigits(wordsOfParts(westernDigits(withDigits(clause))).join(' ')));
    words.forEach((word, at) => {
      const count = /^\d{1,2}$/.test(word) ? Number(word) : 0;
      if (count < 2 || count > MOST_OF_A_PART || /^(?:\d+|x)$/.test(words[at - 1] ?? '')) return;
      for (const part of countedAt(words, at + 1)) {
        const own = driversFor(part, count, clause);
        if (own > 1) counts.set(part, Math.max(own, counts.get(part) ?? 0));
      }
    });
  }
  return counts;
}

const MOTORS_OF_A_DRIVER = 2;
/** So many of a part that a number counts: of motors one driver turns two. */
export function driversFor(id: string, count: number, text: string): number {
  return id === 'l298n' && !/\bdrivers?\b|l298n|مشغل/iu.test(text)
    ? Math.ceil(count / MOTORS_OF_A_DRIVER)
    : count;
}

/** The parts that are named first behind a number. */
function countedAt(words: readonly string[], from: number): string[] {
  for (let at = from; at <= from + MAX_WORDS_BETWEEN && at < words.length; at += 1) {
    if (NOT_COUNTED.test(words[at] ?? '') || /^\d/.test(words[at] ?? '')) return [];
    const named = catalogue.filter(
      ({ category, name, aliases }) =>
        category !== 'power' &&
        category !== 'mcu' &&
        [name, ...aliases].some((alias) => beginsWith(words.slice(at), alias)),
    );
    if (named.length > 0) return named.map(({ id }) => id);
  }
  return [];
}

function beginsWith(words: readonly string[], alias: string): boolean {
  return findPhrase(words, phraseWords(alias))?.start === 0;
}

/** The parts of the catalogue that a text names, by whole words, in the catalogue's order. */
export function partsNamedIn(text: string): CataloguePart[] {
  const words = wordsOfParts(text);
  const named = new Map(
    catalogue.flatMap((part) => {
      const found = [part.name, ...part.aliases].filter((alias) => stands(words, alias));
      return found.length > 0 ? [[part, found] as const] : [];
    }),
  );
  const ids = new Set([...named.keys()].map(({ id }) => id));
  return [...named].flatMap(([part, by]) => {
    const weak = WEAK.find(({ id }) => id === part.id);
    const isWeak = weak !== undefined && by.every((alias) => weak.words.includes(alias));
    return isWeak && weak.yieldsTo.some((id) => ids.has(id)) ? [] : [part];
  });
}

/** The parts that can be meant by a kind of part, the one that is taken for it first: a "display" may be an LCD, too. */
export function partsAlike(kind: string): CataloguePart[] {
  const named = partsNamedIn(kind);
  const words = wordsOfParts(kind);
  const others = WEAK.filter(({ id, words: own }) => {
    return named.some((part) => part.id === id) && own.some((word) => stands(words, word));
  }).flatMap(({ yieldsTo }) => yieldsTo);
  const category = named[0]?.category;
  return [
    ...named,
    // A light may be an LED: but who asks for a sensor means none.
    ...catalogue.filter(
      (part) => others.includes(part.id) && part.category === category && !named.includes(part),
    ),
  ];
}

/** What may stand around the name of a part without saying what it is to do. */
const BESIDE_A_NAME =
  /^(?:an?|the|one|some|my|our|two|three|four|five|six|\d+|and|small|little|simple|cheap|plain|normal|standard|new|red|green|blue|yellow|white|inch|v|volt|kits?|chips?|و|واحد|واحده|صغيره?|(?:ال)?وحده|(?:ال)?قطعه)$/u;
const KIND_WORDS =
  /^(?:sensors?|boards?|modules?|displays?|screens?|micro|controllers?|microcontrollers?|(?:ال)?(?:حساس|مستشعر|لوحه|شاشه|متحكم))$/u;
/** Words that a sensor goes by, and what it measures does too: "use the temperature" means no part. */
const MEASURED =
  /^(?:temperature|humidity|light|motion|moisture|soil|distance|pressure|gas|smoke|sound|noise|water|level|(?:ال)?(?:حراره|رطوبه|ضو|حركه|مسافه|ضغط|غاز|دخان|صوت))$/u;

/** The words name parts, and nothing that they are to do: "a DHT22 sensor", not "the DHT22 for the alarm". */
export function isPartAlone(text: string): boolean {
  if (partsNamedIn(text).length === 0) return false;
  const words = normalizedWords(text);
  const free = words.map(() => true);
  for (const { name, aliases } of catalogue)
    for (const alias of [name, ...aliases]) {
      const { start = 0, end = 0 } = findPhrase(words, phraseWords(alias)) ?? {};
      free.fill(false, start, end);
    }
  const isOther = (word: string, at: number) =>
    free[at] && !BESIDE_A_NAME.test(word) && !KIND_WORDS.test(word);
  if (words.some(isOther)) return false;
  const isQuantity =
    words.some((word) => MEASURED.test(word)) && !words.some((word) => KIND_WORDS.test(word));
  return !isQuantity;
}

/** Two parts of which either can do the other's work: any climate sensor tells the temperature, but no soil moisture. */
export function doSameWork(one: CataloguePart, other: { id: string; category: string }): boolean {
  if (one.category !== other.category) return false;
  if (one.category === 'mcu') return true;
  const isCheaper =
    one.cheaper === other.id || catalogue.some(({ id, cheaper }) => id === other.id && cheaper === one.id);
  const kinds = WEAK.map(({ id, yieldsTo }) => [id, ...yieldsTo]);
  return isCheaper || kinds.some((kind) => kind.includes(one.id) && kind.includes(other.id));
}

function stands(words: readonly string[], phrase: string): boolean {
  return findPhrase(words, phraseWords(phrase)) !== undefined;
}
