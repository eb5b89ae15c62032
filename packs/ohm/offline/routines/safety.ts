import { anySpelling } from '#text';
import { type RoutineTurn } from '#pack-kit';
import { arabicName, warningIn } from '../../schema/artifacts/arabic-warnings.ts';
import { bomWarnings, powerOf } from '../../schema/artifacts/bom-checks.ts';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import type { Wiring } from '../../schema/artifacts/wiring.kind.ts';
import { checkCircuit } from '../rules/verdict.ts';
import { hazardOf } from '../rules/hazards.ts';
import { say } from './wishes.ts';

const SAFE = anySpelling(
  /\b(?:safe(?:ly|ty)?|unsafe|danger(?:ous)?|hazard\w*|risky?|burn|catch fire|explode|blow up|fry|damage|short(?:ed)?|overheat|get hot|hurt|electrocute|(?:take|handle|stand|survive|give|deliver) (?:that|this|the|so)\b)|[يت]تحمل|[يت]كفي|(?<!\p{L})(?:ال)?(?:آمن|أمان|خطر|خطير|يحترق|تحترق|س?ينفجر|تلف|ماس)\p{L}*/iu,
);

/** Asks whether something can be hurt, rather than for a verdict on each connection. */
export function asksIfSafe(text: string): boolean {
  return SAFE.test(text);
}

/** What the checks of wiring and parts come to, in sentences. */
export function tellSafety(turn: RoutineTurn, wiring: Wiring, bom: Bom | undefined): string {
  const { language } = turn.message;
  const { connections, others } = checkCircuit(wiring, bom);
  const wrong = [
    ...connections.flatMap(({ problems }) => problems),
    ...others,
    ...bomWarnings(bom?.components ?? []).flatMap(({ code, message }) =>
      code === 'UNPRICED' ? [] : [message],
    ),
  ];
  const problems = [...new Set(wrong)].map((one) => warningIn(language, one));
  const board = language === 'ar' ? arabicName(wiring.board.name) : wiring.board.name;
  const isMains = hazards(turn, wiring).some((one) => MAINS.test(one));
  const verdict =
    problems.length === 0
      ? say(
          turn,
          `${isMains ? 'Only the low-voltage side, by the checks' : 'By the checks, yes'}: every part has its supply and its ground, no pin of ${board} is used twice, and no signal is above the ${wiring.board.logicVoltage} V that its pins take.`,
          `${isMains ? 'جانب الجهد المنخفض فقط، بحسب الفحوص' : 'نعم بحسب الفحوص'}: لكل قطعة تغذية وأرضي، ولا منفذ في ${board} مستعمل مرتين، ولا إشارة أعلى من ${wiring.board.logicVoltage} فولت التي تتحملها المنافذ.`,
        )
      : say(
          turn,
          `Not as it is: ${problems.length === 1 ? 'one thing needs' : `${problems.length} things need`} work before you plug it in.`,
          `ليس كما هو الآن: ${problems.length === 1 ? 'هناك أمر يحتاج' : `هناك أمور (${problems.length}) تحتاج`} إلى إصلاح قبل توصيل الكهرباء.`,
        );
  return [
    verdict,
    ...problems.map((one) => `- ${one}`),
    ...currents(turn, bom),
    ...hazards(turn, wiring),
    say(
      turn,
      'I have checked the plan, not what is built: compare every wire with it, and measure the supply before you plug in the board.',
      'فحصت المخطط لا ما بنيته: قارن كل سلك به، وقس التغذية قبل توصيل اللوحة.',
    ),
  ].join('\n');
}

function currents(turn: RoutineTurn, bom: Bom | undefined): string[] {
  const { totalMaxMa } = powerOf(bom?.components ?? []);
  if (totalMaxMa <= 0) return [];
  return [
    say(
      turn,
      `All parts together take at most ${totalMaxMa} mA; the supply has to give that.`,
      `تستهلك القطع معا ${totalMaxMa} ملي أمبير على الأكثر، وعلى مصدر التغذية أن يعطيها.`,
    ),
  ];
}

/** What is on the mains no check of this plan calls safe. */
const MAINS = /\bmains\b|جهد الشبكة/iu;

/** What can hurt people, by the parts that are wired. */
function hazards(turn: RoutineTurn, { connections }: Wiring): string[] {
  const wired = new Set(connections.flatMap(({ from, to }) => [from.componentId, to.componentId]));
  return [...wired]
    .flatMap((id) => hazardOf(id, connections, turn.message.language) ?? [])
    .map((one) => `⚠ ${one}`);
}
