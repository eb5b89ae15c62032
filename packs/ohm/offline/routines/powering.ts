import { anySpelling } from '#text';
import { type RoutineTurn } from '#pack-kit';
import { powerOf } from '../../schema/artifacts/bom-checks.ts';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { partOf, type CataloguePart } from '../../schema/parts/catalogue.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { sourceIn, type PowerSource } from '../rules/power-sources.ts';
import { batteriesFor, powerVerdict } from '../rules/power-verdict.ts';
import { flowRoutine } from './flow.ts';
import { say } from './wishes.ts';

const AGENTS = [
  'conversational',
  'wiringDiagram',
  'bomGenerator',
  'circuitVerifier',
  'codeGenerator',
  'budgetOptimizer',
];
const QUESTION = anySpelling(
  /[?؟]\s*$|^\s*(?:(?:and|so|ok|but|hi|hello|hey|then)[\s,]+)*(?:can|could|may|should|is|are|will|would|does|do|how|what|which|where)\b|^\s*و?(?:هل|كم|كيف|ما|ماذا|أين|ممكن|ينفع|يمكن)(?!\p{L})/iu,
);
const FEEDS = anySpelling(
  /\b(?:power(?:ed|ing)?|run(?:s|ning)?|feed|fed|suppl(?:y|ied)|work(?:s)?|connect(?:ed)?|use|drive|enough|last|ok|okay|fine|safe|from|with|on|off)\b|تشغيل|أشغل|شغل|تغذية|أغذي|غذي|يعمل|تعمل|يكفي|تكفي|أوصل|من|على|ب/iu,
);
const BUILDS = anySpelling(
  /\b(?:build|make|create|design|parts list|add|replace|remove)\b|أبني|أصنع|أضف|احذف/iu,
);

/** Of no kind: "can it run on batteries?" Where it is, and how long it lasts, is asked otherwise. */
const BATTERIES = anySpelling(
  /\b(?:can|could|will|would|does|is)\b[^.?!]{0,80}\b(?:run|work|power|powered|feed|use|live|on|from)\b[^.?!]{0,80}\bbatter(?:y|ies)\b(?! (?:last|life))|هل [^.؟]{0,80}(?:يعمل|تعمل|تشغيل|أشغل)[^.؟]{0,80}بطاري/iu,
);

/** What is to be fed: what the message names, else the board of the project. */
function fedBy({ message }: RoutineTurn, bom: Bom | undefined): CataloguePart | undefined {
  const named = partsNamedIn(message.text).filter(({ category }) => category !== 'power');
  if (named.length > 0) return named.find(({ category }) => category === 'mcu') ?? named[0];
  const own = bom?.components.find(({ category }) => category === 'mcu');
  return own && partOf(own.id);
}

/** "Can I power an ESP32 from two AA?": by the volts and milliamperes of both. */
export const askedIfPowered = flowRoutine({
  agents: AGENTS,
  wanted: (turn) => {
    const { text } = turn.message;
    if (!QUESTION.test(text) || !FEEDS.test(text) || BUILDS.test(text)) return false;
    const source = sourceIn(text);
    const fed = fedBy(turn, undefined);
    if (source === undefined)
      return BATTERIES.test(text) && (fed ? fed.category === 'mcu' : 'bom' in turn.artifacts);
    if (!fed) return 'bom' in turn.artifacts;
    // Bare volts at a part are told with what else is known of it.
    if (fed.category !== 'mcu' && source.full === source.empty) return false;
    return powerVerdict(fed, source, 'en') !== undefined;
  },
  reads: (turn) => (fedBy(turn, undefined) ? [] : ['bom']),
  work: ({ turn, read }) => {
    const { text, language } = turn.message;
    const bom = read.bom?.content as Bom | undefined;
    const fed = fedBy(turn, bom);
    const source = sourceIn(text);
    // Of a whole project the board alone does not decide.
    if (bom && fed && source) return wholePower(turn, bom, fed, source);
    return (
      (fed && (source ? powerVerdict(fed, source, language) : batteriesFor(fed, language))) ??
      say(turn, 'What is it to feed? Name the board or the part.', 'ماذا تغذي؟ سم اللوحة أو القطعة.')
    );
  },
});

/** Whether a source is enough for all parts of the list: the board by its volts, all together by their current. */
function wholePower(turn: RoutineTurn, bom: Bom, board: CataloguePart, source: PowerSource): string {
  const { currentMa: _, ...byVolts } = board;
  const { totalTypicalMa, totalMaxMa } = powerOf(bom.components);
  const { maxMa } = source;
  const verdict =
    maxMa === undefined
      ? ''
      : totalTypicalMa > maxMa
        ? say(turn, 'No, that is not enough. ', 'لا، هذا لا يكفي. ')
        : totalMaxMa > maxMa
          ? say(turn, 'Not with everything at its most. ', 'لا يكفي عند أعلى استهلاك. ')
          : '';
  const gives =
    maxMa === undefined
      ? ''
      : say(turn, `; such a source gives some ${maxMa} mA well`, `، ومثل هذا المصدر يعطي نحو ${maxMa}`);
  return [
    say(
      turn,
      `${verdict}All parts of the list together usually take ${totalTypicalMa} mA, at most ${totalMaxMa} mA${gives}.`,
      `${verdict}تستهلك قطع القائمة معا ${totalTypicalMa} ملي أمبير عادة و${totalMaxMa} على الأكثر${gives}.`,
    ),
    ...(bom.components.some(({ id }) => id === 'l298n')
      ? [
          say(
            turn,
            'What the motors themselves take is not in my parts data, and comes on top: look for the stall current on their label, and give them a supply of their own.',
            'أما ما تستهلكه المحركات نفسها فليس في بيانات القطع عندي ويضاف إلى ذلك: انظر تيار التوقف في بياناتها وأعطها مصدر تغذية خاصا.',
          ),
        ]
      : []),
    `${say(turn, 'By the voltage', 'من حيث الجهد')}: ${powerVerdict(byVolts, source, turn.message.language) ?? ''}`,
  ].join(' ');
}

/** What feeds the project and what it takes; a pin that is asked for is none of it. */
const OWN_POWER = anySpelling(
  /\b(?:power (?:output|consumption|draw|usage|use|need|requirements?|source|supply)|(?:where|what|which) (?:is|are|s) (?:the |its |my )?(?:battery|batteries|power source|power supply|supply)|how (?:is|are|do i|should i|can i) (?:it |this |that |everything |i )?(?:be )?power(?:ed)?(?: (?:it|this|that|everything))?|what (?:powers|feeds) (?:it|this|that|everything)|how (?:much|many) (?:power|current|watts?|amps?|milliamps?|ma)|where does (?:it|the power|the current|its power) (?:get|come)|how long (?:does|will|can|do) (?:it|the batter(?:y|ies)) (?:last|run|live)|batter(?:y|ies) life)\b|أين (?:ال)?بطارية|كم (?:ال)?(?:تيار|طاقة|استهلاك)|ما (?:هو )?مصدر (?:ال)?(?:طاقة|تغذية)|كيف (?:أغذي|يتغذى|أشغل|تتغذى)\p{L}*|كم تدوم (?:ال)?بطارية/iu,
);
const NAMES_PIN = anySpelling(/\b(?:pins?|gpio|vin|vsys|port)\b|منفذ|دبوس/iu);

/** "What is the power output of it?", "where is the battery?": by the parts list. */
export const tellOwnPower = flowRoutine({
  agents: AGENTS,
  wanted: ({ message: { text } }) =>
    QUESTION.test(text) &&
    OWN_POWER.test(text) &&
    !NAMES_PIN.test(text) &&
    partsNamedIn(text).every(({ category }) => category === 'power'),
  reads: ({ artifacts }) => ('bom' in artifacts ? ['bom'] : []),
  work: ({ turn, read }) => {
    const bom = read.bom?.content as Bom | undefined;
    if (!bom)
      return say(
        turn,
        'There is no parts list yet, so nothing is settled about its power. Say “parts list”, or tell me what is to feed it, such as USB, a battery or a supply.',
        'لا توجد قائمة قطع بعد، فلم يتحدد شيء عن التغذية. اكتب «قائمة القطع» أو قل ما الذي يغذيه: USB أو بطارية أو مصدر كهرباء.',
      );
    const { language } = turn.message;
    const { totalTypicalMa, totalMaxMa } = powerOf(bom.components);
    const sources = bom.components.filter(({ category, currentMa }) => category === 'power' && currentMa);
    const fed =
      sources.length > 0
        ? sources
            .map((one) =>
              say(
                turn,
                `It is fed by ${nameIn(language, one)}, which gives ${one.voltage?.max ?? '?'} V and up to ${one.currentMa?.max ?? '?'} mA.`,
                `يتغذى من ${nameIn(language, one)}: ${one.voltage?.max ?? '؟'} فولت وحتى ${one.currentMa?.max ?? '؟'} ملي أمبير.`,
              ),
            )
            .join(' ')
        : say(
            turn,
            'No battery and no supply is in the parts list: the board is fed over its USB port (5 V). Say “add a battery” or “add a power supply” to change that.',
            'لا بطارية ولا مصدر تغذية في قائمة القطع: تتغذى اللوحة من منفذ USB (5 فولت). اكتب «أضف بطارية» أو «أضف مصدر تغذية» لتغيير ذلك.',
          );
    return `${fed} ${say(
      turn,
      `All parts together usually take ${totalTypicalMa} mA, at most ${totalMaxMa} mA.`,
      `تستهلك القطع معا ${totalTypicalMa} ملي أمبير عادة و${totalMaxMa} على الأكثر.`,
    )}`;
  },
});
