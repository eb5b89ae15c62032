import { findPhrase, normalizedWords, normalizeText, phraseWords } from '#text';
import { catalogue, type CataloguePart } from './catalogue.ts';

/**
 * Words that mean a part only if no more specific one is named: “temperature” matches any climate sensor, and a
 * “display” may be an LCD.
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

/** Arabic says “moisture of the soil” with the word for humidity. */
const SOIL_MOISTURE = /رطوبه ((?:ال)?تربه)/g;

/** The parts of the catalogue that a text names, by whole words, in the catalogue's order. */
export function partsNamedIn(text: string): CataloguePart[] {
  const words = normalizedWords(normalizeText(text).replaceAll(SOIL_MOISTURE, '$1'));
  const named = new Map(
    catalogue.flatMap((part) => {
      const found = [part.name, ...part.aliases].filter((alias) => findPhrase(words, phraseWords(alias)));
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
