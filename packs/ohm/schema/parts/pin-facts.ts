import { pinKey } from './pin-pools.ts';

/** What somebody has to know of a pin, beside what it is used for. */
export type PinFact =
  | 'input only'
  | 'strapping'
  | 'flash'
  | 'usb serial'
  | 'wireless'
  | 'no pull-up'
  | 'adc'
  | 'adc without wi-fi'
  | 'pwm';

const list = (text: string) => text.split(' ');
const uno: Partial<Record<PinFact, string[]>> = {
  'usb serial': list('0 1'),
  adc: list('A0 A1 A2 A3 A4 A5'),
  pwm: list('3 5 6 9 10 11'),
};

/** By the makers' data sheets (Espressif, Microchip, Raspberry Pi); names as they are printed on the boards. */
const FACTS: Readonly<Record<string, Partial<Record<PinFact, string[]>>>> = {
  'esp32-devkit': {
    'input only': list('34 35 36 39'),
    strapping: list('0 2 5 12 15'),
    flash: list('6 7 8 9 10 11'),
    'usb serial': list('1 3'),
    adc: list('32 33 34 35 36 39'),
    'adc without wi-fi': list('0 2 4 12 13 14 15 25 26 27'),
    pwm: list('0 1 2 3 4 5 12 13 14 15 16 17 18 19 21 22 23 25 26 27 32 33'),
  },
  'esp8266-nodemcu': {
    strapping: list('D3 D4 D8'),
    'usb serial': list('D9 D10'),
    'no pull-up': list('D0'),
    adc: list('A0'),
    pwm: list('D1 D2 D3 D4 D5 D6 D7 D8'),
  },
  'arduino-uno': uno,
  'arduino-nano': { ...uno, 'input only': list('A6 A7'), adc: list('A0 A1 A2 A3 A4 A5 A6 A7') },
  'rpi-pico-w': {
    wireless: list('GP23 GP24 GP25 GP29'),
    adc: list('GP26 GP27 GP28'),
    pwm: Array.from({ length: 23 }, (_, pin) => `GP${pin}`).concat(list('GP26 GP27 GP28')),
  },
};

/** What is known of a pin of a board, in the order of how much it matters. */
export function factsOfPin(boardId: string, pin: string): PinFact[] {
  const key = pinKey(pin, boardId);
  return Object.entries(FACTS[boardId] ?? {}).flatMap(([fact, pins]) =>
    pins.some((one) => pinKey(one, boardId) === key) ? [fact as PinFact] : [],
  );
}

/** The pins of a board of which that is so. */
export function pinsWith(boardId: string, fact: PinFact): readonly string[] {
  return FACTS[boardId]?.[fact] ?? [];
}

/** A fact as a sentence goes on behind the name of the pin. */
export const FACT_WORDS: Readonly<Record<PinFact, { en: string; ar: string }>> = {
  'input only': {
    en: 'it is input only: it reads, but cannot switch anything, and has no pull-up of its own',
    ar: 'للإدخال فقط: يقرأ ولا يستطيع تشغيل شيء، وليس فيه مقاومة رفع داخلية',
  },
  strapping: {
    en: 'it is a strapping pin: its level at power-up decides how the board starts, so a part on it can keep the board from starting',
    ar: 'منفذ إقلاع (strapping): مستواه عند التشغيل يحدد طريقة إقلاع اللوحة، فقد تمنع القطعة الموصولة به اللوحة من الإقلاع',
  },
  flash: {
    en: 'it belongs to the flash memory on the board and must stay free',
    ar: 'يخص ذاكرة الفلاش على اللوحة ويجب أن يبقى حرا',
  },
  'usb serial': {
    en: 'it is the serial line of the USB port: uploads and the serial monitor use it',
    ar: 'هو خط منفذ USB التسلسلي: يستعمله رفع البرنامج وشاشة المراقبة',
  },
  wireless: {
    en: 'it serves the Wi-Fi chip on the board',
    ar: 'يخدم شريحة الواي فاي على اللوحة',
  },
  'no pull-up': {
    en: 'it has no pull-up of its own, so a bare switch does not work on it',
    ar: 'ليس فيه مقاومة رفع داخلية، فلا يعمل عليه مفتاح مباشر',
  },
  adc: { en: 'it can measure a voltage (analog input)', ar: 'يستطيع قياس الجهد (مدخل تناظري)' },
  'adc without wi-fi': {
    en: 'its analog input (ADC2) does not work while Wi-Fi is on',
    ar: 'مدخله التناظري (ADC2) لا يعمل أثناء تشغيل الواي فاي',
  },
  pwm: { en: 'it can do PWM', ar: 'يدعم PWM' },
};
