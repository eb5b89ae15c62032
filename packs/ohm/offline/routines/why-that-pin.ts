import { anySpelling, westernDigits } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import type { Wiring } from '../../schema/artifacts/wiring.kind.ts';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { partOf } from '../../schema/parts/catalogue.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { pinKey, pinPools } from '../../schema/parts/pin-pools.ts';
import { pinsNamedIn } from '../rules/board-pins.ts';
import { aboutPin, signalLinesOf, whyOnPin } from '../rules/why-pin.ts';
import { flowRoutine } from './flow.ts';
import { say } from './wishes.ts';

const WHY = anySpelling(
  /\b(?:why|how come|what(?:'s| is) the reason|for what reason)\b|(?<!\p{L})(?:لماذا|ليش|ليه|ما سبب|ما السبب)(?!\p{L})/iu,
);
/** Asks whether another pin does as well: "can I use pin 12 instead?" */
const OTHER_PIN = anySpelling(
  /\b(?:can|could|may|should|is|are|what about|how about|what if)\b.*\b(?:use|take|put|move|connect|ok|okay|fine|safe|free|instead|better|special|wrong)\b|\b(?:what about|how about|what is (?:wrong|special) (?:with|about))\b|هل (?:يمكن|ينفع|أستطيع|يصلح)|ممكن|ماذا عن/iu,
);
const PIN = anySpelling(/\b(?:pins?|gpios?)\b|منفذ|المنفذ|منافذ|دبوس/iu);
const ALONE = anySpelling(
  /^\W*(?:(?:but|and|ok|so|hm+)\W+)?(?:why(?: (?:there|that|that one|this one|is that|so|those|these))?|how come|لماذا|ليش|ليه)\W*$/iu,
);
const TOLD_WIRING = /^By the wiring:|^This is how .* is wired:|^حسب التوصيلات:|^هكذا توصل/m;
const MOST_LINES = 8;

/** Asks for the reason of a pin, or whether another one does: not which one it is. */
export function asksWhyPin(text: string): boolean {
  const named = pinsNamedIn(text);
  if (WHY.test(text)) return PIN.test(text) || named.length > 0;
  return named.length > 0 && OTHER_PIN.test(text);
}

function pointsAtTold({ message, replied }: RoutineTurn): boolean {
  return ALONE.test(message.text) && TOLD_WIRING.test(replied.at(-1) ?? '');
}

/** "Why that pin?": by what the pins of the board can do. */
export const tellWhyPin = flowRoutine({
  agents: ['wiringDiagram', 'conversational', 'bomGenerator', 'codeGenerator'],
  wanted: (turn) => asksWhyPin(turn.message.text) || pointsAtTold(turn),
  reads: ({ artifacts }) => (['wiring', 'bom'] as const).filter((kind) => kind in artifacts),
  work: ({ turn, read }) => {
    const { text, language } = turn.message;
    const wiring = read.wiring?.content as Wiring | undefined;
    const bom = read.bom?.content as Bom | undefined;
    const named = partsNamedIn(text).find(({ category }) => category === 'mcu')?.id;
    const boardId =
      named ?? wiring?.board.componentId ?? bom?.components.find(({ category }) => category === 'mcu')?.id;
    const own = wiring?.board.componentId === boardId ? wiring : undefined;
    if (!boardId || !pinPools[boardId])
      return say(
        turn,
        'Of which board? Nothing is wired in this project yet: name the board, or say “wire it”.',
        'في أي لوحة؟ لم توصل القطع في هذا المشروع بعد: سم اللوحة أو اكتب «أوصلها».',
      );
    const pins = pinsNamedIn(text);
    const lines = own ? askedLines(turn, own, pins) : [];
    const board = nameIn(language, partOf(boardId) ?? { id: boardId, name: boardId });
    const isRefused = /\bnot\b|n't\b|لا |ليس/iu.test(text) || !WHY.test(text);
    if (pins.length > 0 && (lines.length === 0 || isRefused))
      return pins.map((pin) => aboutPin(pin, { boardId, board, wiring: own }, language)).join('\n');
    if (!own || lines.length === 0)
      return say(
        turn,
        'No pin is settled in this project yet. Have me wire it first, then I can say why.',
        'لم يحدد أي منفذ في هذا المشروع بعد. اطلب مني التوصيل أولا ثم أشرح السبب.',
      );
    return lines
      .slice(0, MOST_LINES)
      .map((line) => whyOnPin(line, own, language))
      .join('\n');
  },
});

/** The lines that are asked for: of the pins or parts that are named, else those that were told last, else all. */
function askedLines({ message, replied }: RoutineTurn, wiring: Wiring, pins: readonly string[]) {
  const { componentId } = wiring.board;
  const all = signalLinesOf(wiring);
  const key = (pin: string) => pinKey(pin, componentId);
  if (pins.length > 0) return all.filter(({ pin }) => pins.some((one) => key(one) === key(pin)));
  const parts = partsNamedIn(message.text).map(({ id }) => id);
  const ofParts = all.filter(({ partId }) => parts.includes(partId));
  if (ofParts.length > 0) return ofParts;
  const last = replied.at(-1) ?? '';
  const told = /^(?:By the wiring|حسب التوصيلات)/m.test(last)
    ? all.filter(({ signal, pin }) =>
        last.split('\n').some((one) => one.startsWith(`- ${signal}:`) && one.includes(` ${pin} `)),
      )
    : [];
  return told.length > 0 ? told : all;
}

const TERMS: [RegExp, en: string, ar: string][] = [
  [
    /strapping|منافذ? الإقلاع/iu,
    'A strapping pin is read once at power-up: its level decides how the chip starts (normally, or waiting for an upload). What hangs on it must not pull it the wrong way then. On an ESP32 they are 0, 2, 5, 12 and 15, on a NodeMCU D3, D4 and D8.',
    'منفذ الإقلاع (strapping) يُقرأ مرة عند التشغيل ومستواه يحدد طريقة إقلاع الشريحة، فلا يجوز أن تسحبه القطعة إلى الجهة الخطأ. في ESP32 هي 0 و2 و5 و12 و15، وفي NodeMCU هي D3 وD4 وD8.',
  ],
  [
    /input[- ]only|للإدخال فقط|للادخال فقط/iu,
    'An input-only pin can read a level or a voltage, but cannot switch anything, and has no pull-up inside. On an ESP32 these are 34, 35, 36 and 39.',
    'المنفذ المخصص للإدخال يقرأ مستوى أو جهدا ولا يستطيع تشغيل شيء، وليس فيه مقاومة رفع. في ESP32 هي 34 و35 و36 و39.',
  ],
  [
    /\bpwm\b/iu,
    'PWM switches a pin on and off so fast that a lamp looks dimmed or a motor slows down; the share of “on” sets how much.',
    'تقنية PWM تشغل المنفذ وتطفئه بسرعة كبيرة فيبدو المصباح خافتا أو يبطؤ المحرك؛ ونسبة زمن التشغيل تحدد المقدار.',
  ],
  [
    /pull[- ]?ups?\b|pull resistor|مقاومة (?:ال)?رفع|مقاومة (?:ال)?سحب(?! (?:إلى |ل|لل)?(?:ال)?أسفل)/iu,
    'A pull-up is a resistor from a line to the supply: it holds the line high while nobody pulls it low, so that it never floats. Most pins have a weak one inside that the firmware can switch on.',
    'مقاومة الرفع (السحب إلى الأعلى) تصل الخط بالتغذية فتبقيه مرتفعا ما دام لا أحد يسحبه إلى الأرضي، فلا يبقى عائما. وفي معظم المنافذ مقاومة ضعيفة يمكن للبرنامج تفعيلها.',
  ],
  [
    /pull[- ]?downs?\b|pull resistor|مقاومة (?:ال)?خفض|مقاومة (?:ال)?سحب(?! (?:إلى |ل|لل)?(?:ال)?أعلى)/iu,
    'A pull-down is a resistor from a line to ground: it holds the line low while nobody drives it high, so that it never floats. 10 kΩ is usual.',
    'مقاومة السحب إلى الأسفل تصل الخط بالأرضي فتبقيه منخفضا ما دام لا أحد يرفعه، فلا يبقى عائما. والمعتاد 10 كيلو أوم.',
  ],
  [
    /level[- ]?shift\w*|محول (?:ال)?مستويات/iu,
    'A level shifter stands between parts of 5 V and pins that take 3.3 V only, and passes the signals on at the right voltage in both directions.',
    'محول المستويات يقف بين قطع 5 فولت ومنافذ لا تتحمل إلا 3.3 فولت، وينقل الإشارات بالجهد المناسب في الاتجاهين.',
  ],
];
const ASKS_UPLOAD = anySpelling(
  /\b(?:how (?:do|can|would|should) (?:i|we|you)|how to|where (?:do|can) (?:i|we))\b[^.?!]*\b(?:upload|flash|install|load|put|run|transfer|get)\b(?! (?:a |an |the |some |my |our )?(?:photos?|pictures?|images?|files?|videos?|documents?|screenshots?|data ?sheets?)\b)[^.?!]*\b(?:code|firmware|sketch|program|software|it)\b(?:[^.?!]*\b(?:on(?:to)?|to|in(?:to)?)\b)?|كيف (?:أرفع|أحمل|أنقل|أثبت)/iu,
);
const OF_CODE = anySpelling(/\b(?:code|firmware|sketch|program|software|upload|flash)\b|كود|برنامج/iu);

/** "How do I upload the code?": the way from the files to the board. */
export const tellUpload: OfflineRoutine = (turn) => {
  const { text } = turn.message;
  if (
    !ASKS_UPLOAD.test(text) ||
    !OF_CODE.test(text) ||
    !/upload|flash|install|load|transfer|أرفع|أحمل|أنقل|أثبت/iu.test(text)
  )
    return undefined;
  return {
    reply: say(
      turn,
      'Open the files in the Arduino IDE or in PlatformIO, install the libraries that stand at the top of them, connect the board over USB, choose its type and its port, and upload. Disconnect other supplies while the board hangs on USB; the serial monitor (115200 baud unless the code says otherwise) shows what it reports.',
      'افتح الملفات في Arduino IDE أو PlatformIO، وثبت المكتبات المذكورة في أعلاها، ووصل اللوحة عبر USB، واختر نوعها ومنفذها ثم ارفع البرنامج. افصل مصادر التغذية الأخرى ما دامت اللوحة على USB، وتعرض شاشة المراقبة التسلسلية ما ترسله.',
    ),
  };
};

const ASKS_TERM = anySpelling(
  /^\W*(?:(?:and|so|ok|but|sorry)\W+)?(?:what(?:'s| is| are| does)|explain|define|what do you mean by)\b(?!.*\b(?:which|my|on (?:the|an?)|of (?:the|my|an?))\b)|^\W*(?:ما (?:هو|هي|معنى)|ما|ماذا تعني|اشرح)(?!\p{L})/iu,
);
/** "Pull-up resistor?": the term, and nothing that is asked of it. */
const ALONE_TERM = /^(?:[\p{L}\d-]+ ){0,3}[\p{L}\d-]+\s*[?؟]+$/u;
const MAX_WORDS = 9;

/** "What is a strapping pin?": words of the wiring, for who hears them for the first time. */
export const explainTerm: OfflineRoutine = (turn) => {
  const { text, normalized } = turn.message;
  const isAlone = turn.nothingFits && ALONE_TERM.test(text.trim());
  if (!(ASKS_TERM.test(text) || isAlone) || normalized.split(' ').length > MAX_WORDS) return undefined;
  if (westernDigits(text).match(/\d{1,2}\b/) || partsNamedIn(text).some(({ category }) => category === 'mcu'))
    return undefined;
  const found = TERMS.filter(([words]) => anySpelling(words).test(text));
  if (found.length === 0) return undefined;
  return { reply: found.map(([, en, ar]) => say(turn, en, ar)).join('\n') };
};
