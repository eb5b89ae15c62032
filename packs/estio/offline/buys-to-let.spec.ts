import { buysToLet } from './buys-to-let.ts';

it.each([
  'what can i get as an investment, something i could rent out?',
  'a flat to rent it out',
  'we want to invest in a studio',
  'buy-to-let in Larnaca',
  'flats with a good rental yield',
  'شقة للاستثمار',
  'أريد شقة أؤجرها',
  'شقة بهدف تأجيرها',
])('%s: is bought', (text) => expect(buysToLet(text)).toBe(true));

it.each([
  'a flat to rent in Larnaca',
  'rent up to 900, no investment',
  'let me see flats to rent',
  'let us know what is out there to rent',
  'شقة للإيجار',
  'هل إيجارها شهري؟',
])('%s: is not', (text) => expect(buysToLet(text)).toBe(false));
