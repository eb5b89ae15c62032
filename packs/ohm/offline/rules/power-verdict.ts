import type { CataloguePart } from '../../schema/parts/catalogue.ts';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { pinPools } from '../../schema/parts/pin-pools.ts';
import { sourceIn, type PowerSource } from './power-sources.ts';

interface Input {
  pin: string;
  min: number;
  max: number;
}

/** Beside the volts on its label a part still works so far. */
const TOLERANCE = 0.1;
/** A cell that begins so little above what is needed is soon below it. */
const MARGIN_V = 0.2;
/** What the converters of the catalogue take: MT3608 lifts, MP1584 lowers. */
const BOOST = { min: 2, max: 24 };
const BUCK = { min: 4.5, max: 28 };

const RAIL_V = 5;

type Fit = 'always' | 'until empty' | 'hardly' | 'too much' | 'too little';

function fitOf({ full, nominal, empty }: PowerSource, { min, max }: Input): Fit {
  if (full > max) return 'too much';
  if (empty >= min) return 'always';
  if (nominal >= min + MARGIN_V) return 'until empty';
  return nominal >= min ? 'hardly' : 'too little';
}

/** How batteries of the usual kinds fit a board: by themselves, or behind a boost converter. */
export function batteriesFor(part: CataloguePart, language: string): string | undefined {
  const usual = ['four AA', 'three AA', 'a lithium cell', 'two AA'].flatMap((text) => sourceIn(text) ?? []);
  const inputs = inputsOf(part);
  if (inputs.length === 0 || !pinPools[part.id]) return undefined;
  const arabic = language === 'ar';
  const fits = (source: PowerSource) =>
    inputs.some((input) => ['always', 'until empty'].includes(fitOf(source, input)));
  const names = (sources: readonly PowerSource[]) =>
    sources
      .map(({ en, ar, nominal }) =>
        arabic ? `${ar} (${nominal} فولت)` : `${en.charAt(0).toLowerCase()}${en.slice(1)} (${nominal} V)`,
      )
      .join(arabic ? '، ' : ', ');
  const direct = usual.filter(fits);
  const lifted = usual.filter((source) => !fits(source) && source.full < RAIL_V);
  const [first] = inputs;
  const name = nameIn(language, part);
  return [
    arabic
      ? `نعم. ${name} تحتاج من ${first?.min} إلى ${first?.max} فولت على ${first?.pin}.`
      : `Yes. ${name} takes ${first?.min} to ${first?.max} V on ${first?.pin}.`,
    ...(direct.length > 0
      ? [arabic ? `تكفي مباشرة: ${names(direct)}.` : `These feed it directly: ${names(direct)}.`]
      : []),
    ...(lifted.length > 0
      ? [
          arabic
            ? `وتحتاج إلى رافع جهد (MT3608) بينهما: ${names(lifted)}.`
            : `These need a boost converter (MT3608) between: ${names(lifted)}.`,
        ]
      : []),
    arabic
      ? 'اكتب «أضف بطارية» أو سم النوع فأضيفه إلى القائمة.'
      : 'Say “add a battery”, or name the kind, and I put it into the list.',
  ].join(' ');
}

/** Where a part takes its supply, best first. */
function inputsOf(part: CataloguePart): Input[] {
  const pools = pinPools[part.id];
  if (pools) return [pools.raw, pools.direct];
  if (!part.supply) return [];
  const { min, max } = part.supply;
  return [
    min === max
      ? { pin: 'VCC', min: rounded(min * (1 - TOLERANCE)), max: rounded(max * (1 + TOLERANCE)) }
      : { pin: 'VCC', min, max },
  ];
}

const rounded = (volts: number) => Math.round(volts * 100) / 100;

/** Whether a part can be fed from a source, by their volts and milliamperes, and what helps where it cannot; undefined for a part whose supply is not known. */
export function powerVerdict(part: CataloguePart, source: PowerSource, language: string): string | undefined {
  const inputs = inputsOf(part);
  if (inputs.length === 0) return undefined;
  const arabic = language === 'ar';
  const say = (en: string, ar: string) => (arabic ? ar : en);
  const name = nameIn(language, part);
  const range = ({ pin, min, max }: Input) =>
    say(`${min} to ${max} V on ${pin}`, `من ${min} إلى ${max} فولت على ${pin}`);
  const order: Fit[] = ['always', 'until empty', 'hardly'];
  const fits = inputs.map((input) => ({ input, fit: fitOf(source, input) }));
  const best = order.flatMap((fit) => fits.filter((one) => one.fit === fit))[0];
  const typical = part.currentMa?.typical ?? 0;
  const isWeak = source.maxMa !== undefined && source.maxMa < typical;
  return [opening(), gives(), takes(), helps(), current(), lasts()].filter(Boolean).join(' ');

  function opening(): string {
    if (isWeak) return say('No.', 'لا.');
    if (source.usb && pinPools[part.id]) return say('Yes, over its USB port.', 'نعم، عبر منفذ USB فيها.');
    if (best?.fit === 'always')
      return source.full > RAIL_V && source.full >= best.input.max * (1 - TOLERANCE)
        ? say(
            `Yes, on ${best.input.pin}, but that is about the most it takes, and its regulator gets hot.`,
            `نعم، على ${best.input.pin}، لكنه قرابة أعلى ما يقبله فيسخن منظم الجهد.`,
          )
        : say(`Yes, on ${best.input.pin}.`, `نعم، على ${best.input.pin}.`);
    if (best?.fit === 'until empty')
      return say(
        `Yes, on ${best.input.pin}, until it has fallen to ${best.input.min} V.`,
        `نعم، على ${best.input.pin}، إلى أن ينخفض الجهد إلى ${best.input.min} فولت.`,
      );
    if (best?.fit === 'hardly')
      return say(
        `Not reliably: it begins at the least that ${best.input.pin} takes, and is soon below it.`,
        `ليس بشكل موثوق: يبدأ عند أدنى جهد يقبله ${best.input.pin} وسرعان ما ينخفض عنه.`,
      );
    return say('No, not by itself.', 'لا، ليس مباشرة.');
  }

  function gives(): string {
    const { full, nominal, empty } = source;
    const many = /^(?:Two|\d)/.test(source.en);
    if (full === empty) return say(`${source.en} gives ${nominal} V.`, `${source.ar} يعطي ${nominal} فولت.`);
    return say(
      `${source.en} give${many ? '' : 's'} ${nominal} V: ${full} V when full, falling to about ${empty} V.`,
      `${source.ar}: الجهد ${nominal} فولت، وهو ${full} فولت في البداية وينخفض إلى نحو ${empty} فولت.`,
    );
  }

  function takes(): string {
    const all = inputs.map(range).join(say(' or a steady ', ' أو جهدا ثابتا '));
    return say(`${name} takes ${all}.`, `${name} تحتاج ${all}.`);
  }

  function helps(): string {
    if (isWeak || best?.fit === 'always' || best?.fit === 'until empty') return '';
    const isHigh = fits[0]?.fit === 'too much';
    const { nominal, empty } = source;
    if (isHigh && nominal >= BUCK.min && nominal <= BUCK.max)
      return say(
        `Put a buck converter (MP1584, takes ${BUCK.min} to ${BUCK.max} V) between, set to 5 V before you connect it.`,
        `ضع بينهما خافض جهد (MP1584، يقبل من ${BUCK.min} إلى ${BUCK.max} فولت) واضبطه على 5 فولت قبل التوصيل.`,
      );
    if (!isHigh && nominal >= BOOST.min)
      return say(
        `Put a boost converter (MT3608, takes ${BOOST.min} to ${BOOST.max} V) between, set to 5 V before you connect it${empty < BOOST.min ? '' : `; it works down to ${empty} V`}.`,
        `ضع بينهما رافع جهد (MT3608، يقبل من ${BOOST.min} إلى ${BOOST.max} فولت) واضبطه على 5 فولت قبل التوصيل.`,
      );
    return isHigh
      ? say('Do not connect it: that destroys it.', 'لا توصلها: فذلك يتلفها.')
      : say('Take more cells in series, or another supply.', 'استعمل خلايا أكثر على التوالي أو مصدرا آخر.');
  }

  function current(): string {
    const most = part.currentMa?.max;
    if (most === undefined || source.maxMa === undefined || source.maxMa >= most) return '';
    return say(
      `${name} takes ${typical} to ${most} mA; such a source gives some ${source.maxMa} mA well${isWeak ? '' : ', so the voltage sags at peaks'}.`,
      `${name} تستهلك من ${typical} إلى ${most} ملي أمبير، ومثل هذا المصدر يعطي نحو ${source.maxMa} فقط.`,
    );
  }

  function lasts(): string {
    if (isWeak || source.mAh === undefined || typical < 1) return '';
    const hours = Math.round(source.mAh / typical);
    if (hours < 1) return '';
    return say(
      `At its usual ${typical} mA, about ${source.mAh} mAh last roughly ${hours} hours.`,
      `عند ${typical} ملي أمبير تكفي سعة نحو ${source.mAh} ملي أمبير ساعة قرابة ${hours} ساعة.`,
    );
  }
}
