import type { OfflineRoutine } from '#pack-kit';
import type { Bom } from '../schema/artifacts/bom.kind.ts';
import { wiringWarnings } from '../schema/artifacts/wiring-checks.ts';
import type { Wiring } from '../schema/artifacts/wiring.kind.ts';
import { nameIn } from './arabic-names.ts';
import { asks, say } from './requests.ts';

const MAX_LINES = 40;

/** A verdict for each connection, from the wiring in the prompt. */
export const verifyCircuit: OfflineRoutine = (turn) => {
  if (turn.agent !== 'circuitVerifier' || !asks('check', turn)) return undefined;
  const { wiring, bom } = turn.material as { wiring?: Wiring; bom?: Bom };
  if (!wiring)
    return {
      reply: say(
        turn,
        'There is no wiring in this project yet, so there is nothing to check. Say “How do I wire it?” first.',
        'لا توجد توصيلات في هذا المشروع بعد، فلا شيء للتحقق منه. اكتب أولا «كيف أوصل القطع؟».',
      ),
    };
  const warnings = wiringWarnings(wiring, bom);
  const wordsFor = (message: string) => `- ${say(turn, 'Problem', 'مشكلة')}: ${message}`;
  const nameOf = (id: string) => nameIn(turn.message.language, { id, name: id });
  const lines = wiring.connections.map(({ id, from, to, signal }) => {
    const problems = warnings.filter(({ connectionIds }) => connectionIds.includes(id));
    const text = `${nameOf(from.componentId)} ${from.pin} → ${nameOf(to.componentId)} ${to.pin} (${signal})`;
    const line =
      problems.length === 0
        ? `- ${say(turn, 'OK', 'صحيح')}: ${text}`
        : wordsFor(`${text}: ${problems.map(({ message }) => message).join(' ')}`);
    return { line, isWrong: problems.length > 0 };
  });
  const others = warnings.filter(({ connectionIds }) => connectionIds.length === 0);
  const wrong = lines.filter(({ isWrong }) => isWrong).length + others.length;
  return {
    reply: [
      wrong === 0
        ? say(
            turn,
            `Verdict: all ${lines.length} connections are right, by supply, ground, levels, pull-ups and pins.`,
            `النتيجة: التوصيلات كلها صحيحة (${lines.length}) من حيث التغذية والأرضي والمستويات والمنافذ.`,
          )
        : say(
            turn,
            `Verdict: ${wrong} of ${lines.length} connections and checks need work.`,
            `النتيجة: ${wrong} من التوصيلات والفحوص تحتاج إلى إصلاح.`,
          ),
      ...lines.slice(0, MAX_LINES).map(({ line }) => line),
      ...others.map(({ message }) => wordsFor(message)),
      say(turn, 'Measure the supply before you plug in the board.', 'قس التغذية قبل توصيل اللوحة.'),
    ].join('\n'),
  };
};
