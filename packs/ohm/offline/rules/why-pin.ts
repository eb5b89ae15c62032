import { isGround, isSupply } from '../../schema/artifacts/lines.ts';
import type { Connection, Wiring } from '../../schema/artifacts/wiring.kind.ts';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { FACT_WORDS, factsOfPin, pinsWith } from '../../schema/parts/pin-facts.ts';
import { pinKey, pinPools, type PinPools } from '../../schema/parts/pin-pools.ts';

/** A line that carries a signal of a part to a pin of the board. */
export interface SignalLine {
  pin: string;
  signal: string;
  partId: string;
}

/** The signals that end at the board, in the order of the wiring. */
export function signalLinesOf({ board, connections }: Pick<Wiring, 'board' | 'connections'>): SignalLine[] {
  return connections.flatMap((one: Connection) => {
    if (isGround(one) || isSupply(one)) return [];
    const ends = [one.from, one.to];
    const here = ends.find(({ componentId }) => componentId === board.componentId);
    const there = ends.find(({ componentId }) => componentId !== board.componentId);
    return here && there ? [{ pin: here.pin, signal: one.signal, partId: there.componentId }] : [];
  });
}

type Say = (en: string, ar: string) => string;

/** Why a signal is on the pin that it is on, and which free pins would do as well: by what the board's pins can do. */
export function whyOnPin(line: SignalLine, wiring: Wiring, language: string): string {
  const say: Say = (en, ar) => (language === 'ar' ? ar : en);
  const boardId = wiring.board.componentId;
  const pools = pinPools[boardId];
  const part = nameIn(language, {
    id: line.partId,
    name: wiring.components?.find(({ id }) => id === line.partId)?.label ?? line.partId,
  });
  const head = say(
    `- ${line.pin} for ${part} (${line.signal}):`,
    `- ${line.pin} من أجل ${part} (${line.signal}):`,
  );
  if (!pools)
    return `${head} ${say('the pins of this board are not known here.', 'منافذ هذه اللوحة غير معروفة هنا.')}`;
  return [head, `${needOf(line, boardId, pools, say)}.`, others(line, wiring, pools, say)]
    .filter(Boolean)
    .join(' ');
}

/** Lines of a bus are where the board has that bus. */
const BUSES: Readonly<Record<string, [en: string, ar: string]>> = {
  SDA: [
    'the data line of the I2C bus of the board, which all I2C parts share',
    'خط بيانات I2C في اللوحة، وتشترك فيه كل قطع I2C',
  ],
  SCL: [
    'the clock line of the I2C bus of the board, which all I2C parts share',
    'خط ساعة I2C في اللوحة، وتشترك فيه كل قطع I2C',
  ],
  SCK: ['the clock line of the SPI bus of the board', 'خط ساعة SPI في اللوحة'],
  MISO: ['the line of the SPI bus that the board reads', 'خط SPI الذي تقرؤه اللوحة'],
  MOSI: ['the line of the SPI bus that the board writes', 'خط SPI الذي تكتب عليه اللوحة'],
  RX: ['a serial line that is free of the USB port', 'خط تسلسلي لا يستعمله منفذ USB'],
  TX: ['a serial line that is free of the USB port', 'خط تسلسلي لا يستعمله منفذ USB'],
};

function needOf({ pin, signal }: SignalLine, boardId: string, pools: PinPools, say: Say): string {
  const bus = BUSES[signal.replace(/\d+$/, '').toUpperCase()];
  if (bus) return say(`it is ${bus[0]}`, `هو ${bus[1]}`);
  const facts = factsOfPin(boardId, pin);
  const isAnalog = pools.adc.some((one) => pinKey(one, boardId) === pinKey(pin, boardId));
  if (isAnalog && /^a/i.test(signal)) {
    const extras = [
      ...(boardId === 'esp32-devkit'
        ? [say('it works while Wi-Fi is on, too (ADC1)', 'ويعمل أيضا أثناء تشغيل الواي فاي (ADC1)')]
        : []),
      ...(facts.includes('input only')
        ? [
            say(
              'it is input only, which is all that a sensor needs, and pins that can switch stay free',
              'وهو للإدخال فقط، وهذا كل ما يحتاجه الحساس، فتبقى المنافذ الأخرى حرة',
            ),
          ]
        : []),
    ];
    return [
      say(
        'the part gives a voltage, so it needs an analog input, and this is one',
        'القطعة تعطي جهدا فتحتاج مدخلا تناظريا، وهذا أحدها',
      ),
      ...extras,
    ].join(say('; ', '؛ '));
  }
  const avoided = (['strapping', 'flash', 'usb serial', 'wireless'] as const).flatMap((fact) => {
    const pins = pinsWith(boardId, fact);
    return pins.length === 0 || pins.some((one) => pinKey(one, boardId) === pinKey(pin, boardId))
      ? []
      : [`${pins.join('/')} (${AVOIDED[fact][say('en', 'ar') as 'en' | 'ar']})`];
  });
  const pulses = /^(?:pwm|en[ab])/i.test(signal)
    ? facts.includes('pwm')
      ? say(
          'it can give the pulses that the part is steered with (PWM)',
          'يعطي النبضات التي توجه القطعة (PWM)',
        )
      : say(
          'it has no PWM of its own: a library makes the pulses of a servo all the same, a motor is only switched on and off',
          'ليس فيه PWM: تصنع المكتبة نبضات المحرك المؤازر، أما المحرك العادي فيعمل أو يتوقف فقط',
        )
    : say(
        'the part needs one plain digital pin, and this was the first free one',
        'تحتاج القطعة منفذا رقميا عاديا، وهذا أول منفذ حر',
      );
  return avoided.length === 0
    ? pulses
    : `${pulses}; ${say(`pins with another duty are left alone: ${avoided.join(', ')}`, `وتُترك المنافذ التي لها عمل آخر: ${avoided.join('، ')}`)}`;
}

const AVOIDED = {
  strapping: { en: 'decide how it starts', ar: 'تحدد الإقلاع' },
  flash: { en: 'flash memory', ar: 'ذاكرة الفلاش' },
  'usb serial': { en: 'USB serial', ar: 'منفذ USB التسلسلي' },
  wireless: { en: 'Wi-Fi chip', ar: 'شريحة الواي فاي' },
} as const;

/** Free pins of the same kind; buses are where they are. */
function others({ pin, signal }: SignalLine, wiring: Wiring, pools: PinPools, say: Say): string {
  const boardId = wiring.board.componentId;
  if (BUSES[signal.replace(/\d+$/, '').toUpperCase()]) return '';
  const key = (one: string) => pinKey(one, boardId);
  const used = new Set(signalLinesOf(wiring).map((line) => key(line.pin)));
  const pool = [pools.adc, pools.digital].find((pins) => pins.some((one) => key(one) === key(pin))) ?? [];
  const free = pool.filter((one) => !used.has(key(one)));
  return free.length === 0
    ? ''
    : say(`${free.join(', ')} would do as well.`, `وتصلح أيضا: ${free.join('، ')}.`);
}

/** "Why not pin 12?": what is known of a pin, and what is on it already. */
export function aboutPin(
  pin: string,
  { boardId, board, wiring }: { boardId: string; board: string; wiring: Wiring | undefined },
  language: string,
): string {
  const say: Say = (en, ar) => (language === 'ar' ? ar : en);
  const facts = factsOfPin(boardId, pin).map((fact) => FACT_WORDS[fact][language === 'ar' ? 'ar' : 'en']);
  const on = wiring
    ? signalLinesOf(wiring).filter((line) => pinKey(line.pin, boardId) === pinKey(pin, boardId))
    : [];
  const taken = on.map(({ partId, signal }) =>
    say(
      `in the wiring it is taken by ${wiring?.components?.find(({ id }) => id === partId)?.label ?? partId} (${signal})`,
      `وهو في التوصيلات مستعمل من ${nameIn('ar', { id: partId, name: partId })} (${signal})`,
    ),
  );
  const all = [...facts, ...taken];
  return all.length === 0
    ? say(
        `Pin ${pin} of ${board}: I know nothing against it; it is a plain digital pin.`,
        `المنفذ ${pin} في ${board}: لا أعرف ما يمنع استعماله، وهو منفذ رقمي عادي.`,
      )
    : say(`Pin ${pin} of ${board}: ${all.join('; ')}.`, `المنفذ ${pin} في ${board}: ${all.join('؛ ')}.`);
}
