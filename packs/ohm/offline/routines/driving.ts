import { anySpelling, westernDigits } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { partOf, type CataloguePart } from '../../schema/parts/catalogue.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { pinPools } from '../../schema/parts/pin-pools.ts';
import { say } from './wishes.ts';

const ASKS = anySpelling(
  /[?؟]\s*$|^\s*(?:(?:and|so|ok|but|hi|hello|hey)[\s,]+)*(?:can|could|may|is|are|will|would|does|do|how)\b|^\s*و?(?:هل|كيف|ممكن|ينفع)(?!\p{L})/iu,
);
const DRIVES = anySpelling(
  /\b(?:drives?|driving|switch(?:es)?|controls?|runs?|powers?|operates?|turns? on|handles?|feeds?|suppl(?:y|ies))\b|(?<!\p{L})(?:[يت]شغل|تشغيل|[يت]تحكم|[يت]غذي|تغذية|[يت]حرك|[يت]قود)(?!\p{L})/iu,
);
const PIN = anySpelling(/\b(?:pins?|gpios?|boards?|outputs?|microcontrollers?)\b|منفذ|دبوس|لوحة|متحكم/iu);
/** What takes more than a pin gives: coils, motors, heat and light of some size. */
const RELAY = anySpelling(/\brelays?\b|(?<!\p{L})(?:ال)?(?:ريليه|مرحل)(?!\p{L})/iu);
const MOTOR = anySpelling(/\b(?:motors?|fans?)\b|(?<!\p{L})(?:ال)?(?:محرك|محركات|موتور|مروحة)(?!\p{L})/iu);
const OTHER_LOAD = anySpelling(
  /\b(?:solenoids?|valves?|coils?|pumps?|heaters?|bulbs?|lamps?|led strips?|neopixels?|locks?)\b|(?<!\p{L})(?:ال)?(?:صمام|ملف|مضخة|سخان|لمبة|مصباح|قفل)(?!\p{L})/iu,
);
const VOLTS = /(?<!\d)(\d+(?:\.\d+)?)[\s-]?(?:v|volts?|فولت)(?!\p{L})/iu;

/** "Can an ESP32 drive a 12 V relay?": the volts are those of the load, and no supply of the board. */
export const tellIfDriven: OfflineRoutine = (turn) => {
  const { text } = turn.message;
  if (turn.calls.length > 0 || !ASKS.test(text)) return undefined;
  const verb = DRIVES.exec(text);
  if (!verb) return undefined;
  const [before, load] = [text.slice(0, verb.index), text.slice(verb.index + verb[0].length)];
  const board = partsNamedIn(before).find(({ category }) => category === 'mcu');
  if (!board && !PIN.test(before)) return undefined;
  if (partsNamedIn(load).some(({ category }) => category === 'mcu')) return undefined;
  const isLoad = [RELAY, MOTOR, OTHER_LOAD].some((one) => one.test(load));
  return isLoad ? { reply: tellDriving(turn, board, load) } : undefined;
};

function tellDriving(turn: RoutineTurn, board: CataloguePart | undefined, load: string): string {
  const { language } = turn.message;
  const volts = Number(VOLTS.exec(westernDigits(load))?.[1] ?? Number.NaN);
  const relay = partOf('relay-1');
  const [low, high] = [Math.min(...LIMITS), Math.max(...LIMITS)];
  const most = pinPools[board?.id ?? '']?.pinMa;
  const named = board ? nameIn(language, board) : undefined;
  const gives =
    named === undefined || most === undefined
      ? say(
          turn,
          `Not from a pin: a pin of the boards that I know gives at most ${low} to ${high} mA, and a coil or a motor takes more.`,
          `ليس من المنفذ مباشرة: منفذ اللوحات التي أعرفها يعطي ${low} إلى ${high} ملي أمبير على الأكثر، والملف أو المحرك يحتاج أكثر.`,
        )
      : say(
          turn,
          `Not from a pin: a pin of ${named} gives at most ${most} mA at ${board?.logic ?? '?'} V, and a coil or a motor takes more. That can destroy the pin.`,
          `ليس من المنفذ مباشرة: منفذ ${named} يعطي ${most} ملي أمبير على الأكثر بجهد ${board?.logic ?? '؟'} فولت، والملف أو المحرك يحتاج أكثر، وهذا قد يتلف المنفذ.`,
        );
  const takes = relay?.supply?.max ?? 0;
  const isHigher = volts > takes;
  const isMotor = MOTOR.test(load) && !RELAY.test(load);
  const between = isMotor
    ? say(
        turn,
        'Put a motor driver between, such as the L298N (5 to 12 V for the motors): the pins only give it signals.',
        'ضع بينهما مشغل محركات مثل L298N (5 إلى 12 فولت للمحركات): فالمنافذ تعطيه الإشارات فقط.',
      )
    : say(
        turn,
        `Use a relay module, which has the driver on it: mine takes ${takes} V and at most ${relay?.currentMa?.max ?? '?'} mA from a supply, and the pin only gives the signal; the load is switched by its contacts.`,
        `استعمل وحدة ريليه عليها مشغلها: التي أعرفها تأخذ ${takes} فولت و${relay?.currentMa?.max ?? '؟'} ملي أمبير على الأكثر من مصدر التغذية، والمنفذ يعطي الإشارة فقط، وتشغل تلاميسها الحمل.`,
      );
  const own =
    isHigher && RELAY.test(load)
      ? say(
          turn,
          `A relay with a coil of ${volts} V is not in my parts data: it needs a supply of ${volts} V of its own and a driver (a module made for ${volts} V, or a transistor with a diode across the coil).`,
          `ريليه بملف ${volts} فولت ليس في بيانات القطع عندي: يحتاج مصدر ${volts} فولت خاصا به ومشغلا (وحدة مصنوعة لجهد ${volts} فولت أو ترانزستور مع صمام ثنائي على الملف).`,
        )
      : say(
          turn,
          'Give the load a supply of its own, by its label.',
          'أعط الحمل مصدر تغذية خاصا به حسب ما كتب عليه.',
        );
  const never = isHigher
    ? say(
        turn,
        `Never put ${volts} V on a pin; join the grounds of both supplies.`,
        `لا توصل ${volts} فولت بأي منفذ أبدا، وصل أرضي المصدرين معا.`,
      )
    : say(turn, 'Join the grounds of both supplies.', 'وصل أرضي المصدرين معا.');
  return [gives, between, own, never].join(' ');
}

const LIMITS = Object.values(pinPools).map(({ pinMa }) => pinMa);
