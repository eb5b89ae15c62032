import { anySpelling } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import { partOf, type CataloguePart } from '../../schema/parts/catalogue.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { pinPools } from '../../schema/parts/pin-pools.ts';
import {
  BOTH_KINDS,
  MOST_MA,
  readLed,
  resistorFor,
  RESISTOR_W,
  round,
  USUAL_MA,
  type LedColour,
  type LedQuestion,
  type LedResistor,
} from '../rules/led-resistor.ts';
import { say } from './wishes.ts';

const RESISTOR = anySpelling(
  /\b(?:resist(?:or|ors|ance)|ohms?)\b|\d\s?k?(?:Ω|ω)|(?<!\p{L})(?:ال|ب|ل|وال|بال)?مقاوم(?:ة|ات)(?! (?:ضوئية|رفع|سحب|ماء|للماء))|(?<!\p{L})أوم(?!\p{L})/iu,
);
const LED = anySpelling(/\bleds?\b|(?<!\p{L})(?:ال|لل|ل)?(?:ليد|ليدات|مصباح|لمبة|ضوء|دايود)(?!\p{L})/iu);
const ASKS = anySpelling(
  /[?؟]|^\W*(?:(?:and|so|ok|but|hi|hey)\W+)?(?:what|which|how|why|do|does|can|could|is|will|tell me|calculate|work out|compute)\b|(?<!\p{L})(?:ما|أي|كم|هل|لماذا|احسب|ليش)(?!\p{L})/iu,
);
/** What it costs, where it goes, and what is to be done with the list is asked of others. */
const OTHER = anySpelling(
  /\b(?:costs?|price[sd]?|cheap\w*|buy|add|remove|drop|replace|swap|where|connect\w*|wire|wired|wiring|hook|pins?|strips?|pull ?-?(?:up|down)s?|photo ?resistors?|list)\b|سعر|تكلف|أضف|احذف|استبدل|وصل|أوصل|أين|منفذ|شريط/iu,
);
/** "And on 3.3 V?", "for a blue one?": what was asked before, with something else. */
const GOES_ON = anySpelling(
  /^\W*(?:(?:and|or|ok|so|but|what|how|about|if|it|is|with|on|at|for|from|an?|the|one|ones|led|leds|resistors?|then|i|use|red|orange|yellow|amber|green|blue|white|infra ?red|ir|uv|violet|و|وعلى|على|وماذا|ماذا|عن|مع|ول?|ل|لون|لو|كان|أحمر|برتقالي|أصفر|أخضر|أزرق|أبيض|للأحمر|للأزرق|للأخضر|للأبيض|للأصفر|وللأحمر|وللأزرق|وللأخضر|وللأبيض|\d+(?:[.,]\d+)?\s?(?:v|volts?|ma|k|ohms?|Ω|فولت|أوم|ملي أمبير)?)(?:\W+|$))+$/iu,
);
/** Supplies of the boards and of most adapters, in volt, where nothing else is said. */
const USUAL_V = [5, 3.3];

const asksResistor = (text: string) =>
  RESISTOR.test(text) && LED.test(text) && ASKS.test(text) && !OTHER.test(text);

/** What the message asks, with what it leaves as it was in the one before. */
function questionIn({ message, said }: RoutineTurn): LedQuestion | undefined {
  const { text } = message;
  const own = readLed(text);
  if (asksResistor(text)) return own;
  const before = said.at(-1);
  if (before === undefined || !GOES_ON.test(text)) return undefined;
  const first = said.findLast(asksResistor);
  const isChain =
    first !== undefined && said.slice(said.indexOf(first) + 1).every((one) => GOES_ON.test(one));
  if (!isChain || (own.colours.length === 0 && own.volts.length === 0 && !own.milliamps && !own.ohms))
    return undefined;
  const earlier = readLed(first);
  return {
    colours: own.colours.length > 0 ? own.colours : earlier.colours,
    volts: own.volts.length > 0 ? own.volts : earlier.volts,
    milliamps: own.milliamps ?? earlier.milliamps,
    ohms: own.ohms ?? earlier.ohms,
  };
}

/** "What resistor do I need for a red LED on 5 V?": worked out, with how. */
export const tellLedResistor: OfflineRoutine = (turn) => {
  if (turn.calls.length > 0) return undefined;
  const asked = questionIn(turn);
  if (!asked) return undefined;
  const board = boardIn(turn);
  const level = typeof board?.logic === 'number' ? board.logic : undefined;
  const supplies = asked.volts.length > 0 ? asked.volts : level === undefined ? USUAL_V : [level];
  const onPin = Math.min(USUAL_MA, pinPools[board?.id ?? '']?.pinMa ?? USUAL_MA);
  const colours = asked.colours.length > 0 ? asked.colours : BOTH_KINDS;
  const lines = supplies.flatMap((volts) =>
    colours.map((colour) =>
      lineFor(turn, volts, colour, {
        ...asked,
        milliamps: asked.milliamps ?? (volts === level ? onPin : USUAL_MA),
      }),
    ),
  );
  return {
    reply: [
      ...lines,
      say(
        turn,
        'Worked out as (supply − what the LED takes) ÷ current, rounded up to a value that is sold; what an LED takes is the usual for its colour. One resistor for each LED, on either leg of it.',
        'الحساب: (جهد التغذية − جهد LED) ÷ التيار، ثم أقرب قيمة أكبر تباع؛ وجهد LED هو المعتاد للونه. لكل LED مقاومة واحدة، على أي من طرفيه.',
      ),
    ].join('\n'),
  };
};

/** The board that was named last, else that of the parts list. */
function boardIn({ message, said, material }: RoutineTurn): CataloguePart | undefined {
  const bom = material['bom'] as Bom | undefined;
  const listed = bom?.components.find(({ category }) => category === 'mcu');
  const named = [...said, message.text]
    .flatMap((text) => partsNamedIn(text))
    .findLast(({ category }) => category === 'mcu');
  return named ?? partOf(listed?.id ?? '');
}

function lineFor(turn: RoutineTurn, volts: number, colour: LedColour, asked: LedQuestion): string {
  const found = resistorFor(volts, colour.volts, asked);
  if (!found)
    return say(
      turn,
      `${volts} V is too little for ${colour.en}, which takes about ${colour.volts} V itself: nothing is left for a resistor to set the current by. Take a higher supply.`,
      `${volts} فولت لا تكفي ${colour.ar} الذي يأخذ وحده نحو ${colour.volts} فولت: لا يبقى ما تضبط به المقاومة التيار. خذ تغذية أعلى.`,
    );
  return [
    asked.ohms === undefined ? needed(turn, volts, colour, found) : given(turn, volts, colour, found),
    heat(turn, found),
  ]
    .filter(Boolean)
    .join(' ');
}

function needed(turn: RoutineTurn, volts: number, colour: LedColour, found: LedResistor): string {
  const { exactOhms, ohms, milliamps } = found;
  const sum = `(${volts} − ${colour.volts}) V ÷ ${round(((volts - colour.volts) / exactOhms) * 1_000)} mA = ${Math.round(exactOhms)} Ω`;
  return say(
    turn,
    `For ${colour.en} on ${volts} V take ${ohmsIn(turn, ohms)}: ${sum}, so about ${round(milliamps)} mA flow.`,
    `لـ${colour.ar} على ${volts} فولت خذ ${ohmsIn(turn, ohms)}: ${sum}، فيمر نحو ${round(milliamps)} ملي أمبير.`,
  );
}

/** Whether the one that is at hand does. */
function given(
  turn: RoutineTurn,
  volts: number,
  colour: LedColour,
  { ohms, milliamps }: LedResistor,
): string {
  const flows = `${round(milliamps)}`;
  if (milliamps > MOST_MA)
    return say(
      turn,
      `${ohmsIn(turn, ohms)} is too little for ${colour.en} on ${volts} V: ${flows} mA would flow, and it stands about ${MOST_MA} mA.`,
      `${ohmsIn(turn, ohms)} قليلة لـ${colour.ar} على ${volts} فولت: يمر ${flows} ملي أمبير وهو يتحمل نحو ${MOST_MA}.`,
    );
  return say(
    turn,
    `${ohmsIn(turn, ohms)} does for ${colour.en} on ${volts} V: about ${flows} mA flow${milliamps < DIM_MA ? ', so it is dim' : ''}.`,
    `${ohmsIn(turn, ohms)} تصلح لـ${colour.ar} على ${volts} فولت: يمر نحو ${flows} ملي أمبير${milliamps < DIM_MA ? '، فيكون خافتا' : ''}.`,
  );
}

const DIM_MA = 2;
const KILO = 1_000;

function ohmsIn(turn: RoutineTurn, ohms: number): string {
  return ohms >= KILO
    ? say(turn, `${round(ohms / KILO)} kΩ`, `${round(ohms / KILO)} كيلو أوم`)
    : say(turn, `${round(ohms)} Ω`, `${round(ohms)} أوم`);
}

function heat(turn: RoutineTurn, { watts }: LedResistor): string {
  if (watts <= RESISTOR_W) return '';
  return say(
    turn,
    `It turns ${round(watts)} W into heat: take one for more than that, not the usual ¼ W.`,
    `تحول ${round(watts)} واط إلى حرارة: خذ مقاومة تتحمل أكثر من ذلك لا المعتادة (ربع واط).`,
  );
}
