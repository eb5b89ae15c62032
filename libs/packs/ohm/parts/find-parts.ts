import { findPhrase, normalizedWords, normalizeText, phraseWords } from '#tools';
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
  { id: 'led-5mm', words: ['led'], yieldsTo: ['ws2812b-1m'] },
  { id: 'bh1750', words: ['light'], yieldsTo: ['ldr', 'led-5mm', 'ws2812b-1m'] },
  { id: 'hc-sr501', words: ['motion'], yieldsTo: ['mpu6050'] },
];

/** Something that gives light, as against a light that is measured. */
const LIGHTS =
  /(?<!\b(?:measur\w*|sens\w*|detect\w*|read\w*|monitor\w*|log\w*|ambient|of) (?:the )?)\b(?:night ?lights?|lamps?|lanterns?|torch(?:es)?|flash ?lights?|(?:light ?)?bulbs?|(?:an?|the|some|small|little|red|green|blue|yellow|white|traffic|warning|signal|status|reading|bedside|mood|grow|stair|desk|porch|two|three|four|five|six|\d+) lights?|lights(?= (?:that|which|on|off|when|for|up)\b))\b(?! (?:sensors?|level|levels|intensity|meter|strength|values?|conditions?))|(?<!(?:حساس|شده|مستوي|قياس|يقيس|كميه) )(?<!\p{L})(?:و?ب?ل?(?:ال)?(?:مصباحا?|مصابيح|لمبه|لمبات|انوار|فانوس|اضاه|اضوا|سراج)|ضوا? ليليا?|نورا? ليليا?|ليدات?)(?!\p{L})/gu;
/** What is to happen in the dark needs to know that it is dark. */
const WHEN_DARK =
  /\b(?:when|if|once|as soon as|after|at|in the) (?:it |the room |it's |it is |its )?(?:gets? |is |becomes? |turns? |goes? )?(?:dark(?:ness)?|dusk|sunset)\b|(?:عندما|اذا|حين|لما|وقت|عند) (?:يحل |حلول |يصبح |ي?ظلم |تظلم )?(?:ال)?(?:ظلام|ظلم\p{L}*|عتمه|غروب|يظلم|تظلم)/gu;

/** Who is to be noticed is noticed by moving: an alarm needs to sense something. */
const SOMEBODY_COMES =
  /\b(?:(?:door|burglar|intruder|intrusion|security|house|home) alarm|(?:somebody|someone|anybody|anyone|a person|people|visitors?) (?:comes?|enters?|walks?|pass(?:es)?|approach(?:es)?|opens?)|intruders?|burglars?)\b|(?<!\p{L})(?:(?:ال)?انذار (?:ل?ل?(?:ال)?(?:باب|لص|لصوص|سرقه|منزل|بيت))|(?:يدخل|دخل|يقترب|اقترب|يمر|مر|يفتح) (?:احد|شخص|احدهم)|لصوص)(?!\p{L})/gu;

/** The parts of the catalogue that a text names, by whole words, in the catalogue's order. */
export function partsNamedIn(text: string): CataloguePart[] {
  // What a device is to do names the part that does it: a box that "lights up" measures no light.
  const read = normalizeText(text)
    .replaceAll(/\b(?:lights? up|lit up|glow\w*|blink\w*)\b/g, 'led')
    .replaceAll(LIGHTS, 'led')
    .replaceAll(WHEN_DARK, ' ldr ')
    .replaceAll(SOMEBODY_COMES, '$& motion')
    .replaceAll(/\b(?:beep\w*)\b/g, 'buzzer');
  // "Moisture of the soil" is one thing in Arabic, and no humidity of the air.
  const words = normalizedWords(read.replaceAll(/رطوبه ((?:ال)?تربه)/g, '$1'));
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

function stands(words: readonly string[], phrase: string): boolean {
  return findPhrase(words, phraseWords(phrase)) !== undefined;
}
