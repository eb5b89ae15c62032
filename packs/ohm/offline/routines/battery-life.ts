import { anySpelling, westernDigits } from '#text';
import { type RoutineTurn } from '#pack-kit';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { batteryLife, capacityIn, type BatteryLife } from '../rules/battery-life.ts';
import { sourceIn, type PowerSource } from '../rules/power-sources.ts';
import { flowRoutine } from './flow.ts';
import { say } from './wishes.ts';

const ASKS_LIFE = anySpelling(
  /\bhow (?:long|many (?:hours|days|weeks|months))\b[^.?!]*\b(?:batter(?:y|ies)|cells?|charge|aa|18650|m?ah)\b|\bbatter(?:y|ies) li(?:fe|ves)\b|\b(?:run ?time|battery (?:duration|runtime))\b|\bhow (?:long|many (?:hours|days|weeks|months)) (?:will|does|can|would|do) (?:it|this|that|the device) (?:last|run|live|hold|work)\b|(?<!\p{L})كم (?:(?:من )?(?:ال)?(?:ساعة|يوما|يوم|وقت|مدة) )?(?:س)?[تي](?:دوم|كفي|صمد|عمل|بقى)\p{L}*[^؟]*(?:بطاري|خلي)|عمر (?:ال)?بطارية/iu,
);
const HOURS_OF_A_DAY = 24;
const DAYS_FROM_H = 72;

/** "How long will the battery last?": by its capacity and what the parts of the list take. */
export const tellBatteryLife = flowRoutine({
  agents: [
    'conversational',
    'bomGenerator',
    'wiringDiagram',
    'circuitVerifier',
    'codeGenerator',
    'budgetOptimizer',
  ],
  wanted: ({ message, artifacts, material }) =>
    ASKS_LIFE.test(message.text) && ('bom' in artifacts || 'bom' in material),
  reads: ({ agent }) => (agent === 'circuitVerifier' ? [] : ['bom']),
  work: ({ turn, read }) => {
    const bom = (read.bom?.content ?? turn.material['bom']) as Bom | undefined;
    const told = [turn.message.text, ...turn.said.toReversed()].map((one) => capacityIn(westernDigits(one)));
    return tellLife(
      turn,
      batteryLife(bom?.components ?? [], {
        told: told.find(Boolean),
        source: batteryNamedIn(turn.message.text),
      }),
    );
  },
});

/** A battery that the question names, by more than its volts. */
function batteryNamedIn(text: string): PowerSource | undefined {
  const source = sourceIn(text);
  return source === undefined || source.usb || source.full === source.empty ? undefined : source;
}

function tellLife(turn: RoutineTurn, life: BatteryLife): string {
  const { language } = turn.message;
  switch (life.kind) {
    case 'no battery':
      return say(
        turn,
        'No battery is in the parts list, so nothing runs down: say “add a battery”, or name the kind, such as 4 AA.',
        'لا بطارية في قائمة القطع، فلا شيء ينفد: اكتب «أضف بطارية» أو سم النوع، مثل 4 AA.',
      );
    case 'no current':
      return say(
        turn,
        'The parts list does not say what its parts take (mA), so I cannot work it out.',
        'لا تذكر قائمة القطع ما تستهلكه القطع (mA)، فلا أستطيع حساب ذلك.',
      );
    case 'no capacity': {
      const name = nameIn(language, life.battery);
      return say(
        turn,
        `That depends on the capacity of ${name}, which my parts data do not give. All parts together usually take ${life.typicalMa} mA. Tell me the mAh that stand on the cell, such as “how long does it last with 2500 mAh?”, and I work it out.`,
        `هذا يعتمد على سعة ${name}، وبيانات القطع لا تذكرها. تستهلك القطع معا ${life.typicalMa} ملي أمبير عادة. قل السعة المكتوبة على البطارية، مثل «كم تدوم البطارية بسعة 2500 mAh؟» فأحسبها.`,
      );
    }
    case 'hours':
      return tellHours(turn, life);
  }
}

function tellHours(turn: RoutineTurn, life: Extract<BatteryLife, { kind: 'hours' }>): string {
  const { language } = turn.message;
  const name = nameIn(language, life.battery);
  const { capacityMah, typicalMa, maxMa } = life;
  return [
    say(
      turn,
      `About ${duration(turn, life.typical)}: ${name} with ${capacityMah} mAh, at the ${typicalMa} mA that all parts together usually take.`,
      `نحو ${duration(turn, life.typical)}: ${name} بسعة ${capacityMah} ملي أمبير ساعة، عند ${typicalMa} ملي أمبير تستهلكها القطع معا عادة.`,
    ),
    ...(maxMa > typicalMa
      ? [
          say(
            turn,
            `With everything at its most (${maxMa} mA) it is ${duration(turn, life.least)}.`,
            `وعند أعلى استهلاك (${maxMa} ملي أمبير) نحو ${duration(turn, life.least)}.`,
          ),
        ]
      : []),
    ...(life.converted
      ? [
          say(
            turn,
            'The converter to 5 V is reckoned with 15 % loss.',
            'حسبت ضياع 15 % في محول الجهد إلى 5 فولت.',
          ),
        ]
      : []),
    ...(life.isUsual
      ? [
          say(
            turn,
            'The capacity is that of usual cells of this kind; tell me the mAh of yours for a closer number.',
            'السعة هي المعتادة لهذا النوع؛ قل سعة بطاريتك لرقم أدق.',
          ),
        ]
      : []),
    ...(life.uncounted.length > 0
      ? [
          say(
            turn,
            `Not counted, as their current is not known: ${life.uncounted.join(', ')}.`,
            `لم تحسب لأن تيارها غير معروف: ${life.uncounted.join('، ')}.`,
          ),
        ]
      : []),
    say(
      turn,
      'Firmware that lets the board sleep makes it last far longer.',
      'والبرنامج الذي ينيم اللوحة بين القراءات يطيل المدة كثيرا.',
    ),
  ].join(' ');
}

/** Hours, and days where they are many. */
function duration(turn: RoutineTurn, hours: number): string {
  if (hours < 1) {
    const minutes = Math.max(1, Math.round(hours * 60));
    return say(turn, `${minutes} minutes`, `${minutes} دقيقة`);
  }
  const whole = hours < 10 ? Math.round(hours * 10) / 10 : Math.round(hours);
  if (hours < DAYS_FROM_H) return say(turn, `${whole} hours`, `${whole} ساعة`);
  const days = Math.round(hours / HOURS_OF_A_DAY);
  return say(turn, `${whole} hours (${days} days)`, `${whole} ساعة (${days} أيام)`);
}
