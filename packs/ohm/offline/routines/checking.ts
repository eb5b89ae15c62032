import type { AttachedContent, OfflineRoutine, RoutineTurn } from '#pack-kit';
import { warningIn } from '../../schema/artifacts/arabic-warnings.ts';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import type { Wiring } from '../../schema/artifacts/wiring.kind.ts';
import { datasheetFacts } from '../rules/datasheet-facts.ts';
import { checkCircuit } from '../rules/verdict.ts';
import { asksIfSafe, tellSafety } from './safety.ts';
import { say } from './wishes.ts';

const MAX_LINES = 40;

/** A verdict for each connection, from the wiring that the agent was told of. */
export const verifyCircuit: OfflineRoutine = (turn) => {
  if (turn.agent !== 'circuitVerifier') return undefined;
  const { language } = turn.message;
  const { wiring, bom } = turn.material as { wiring?: Wiring; bom?: Bom };
  if (!wiring)
    return {
      reply: say(
        turn,
        'There is no wiring in this project yet, so there is nothing to check. Have me wire it first.',
        'لا توجد توصيلات في هذا المشروع بعد، فلا شيء للتحقق منه. اطلب مني التوصيل أولا.',
      ),
    };
  if (asksIfSafe(turn.message.text)) return { reply: tellSafety(turn, wiring, bom) };
  const { connections, others } = checkCircuit(wiring, bom, language);
  const wrong = connections.filter(({ problems }) => problems.length > 0).length + others.length;
  const lines = connections.map(({ text, problems }) =>
    problems.length === 0
      ? `- ${say(turn, 'OK', 'صحيح')}: ${text}`
      : `- ${say(turn, 'Problem', 'مشكلة')}: ${text}: ${problems.map((one) => warningIn(language, one)).join(' ')}`,
  );
  return {
    reply: [
      wrong === 0
        ? say(
            turn,
            `Verdict: all ${connections.length} connections are right, by supply, ground, levels, pull-ups and pins.`,
            `النتيجة: التوصيلات كلها صحيحة (${connections.length}).`,
          )
        : say(
            turn,
            `Verdict: ${wrong} of ${connections.length} connections and checks need work.`,
            `النتيجة: ${wrong} من التوصيلات والفحوص تحتاج إلى إصلاح.`,
          ),
      ...lines.slice(0, MAX_LINES),
      ...others.map((text) => `- ${say(turn, 'Problem', 'مشكلة')}: ${warningIn(language, text)}`),
      say(turn, 'Measure the supply before you plug in the board.', 'قس التغذية قبل توصيل اللوحة.'),
    ].join('\n'),
  };
};

/** A picture, or what could not be read. */
function cannotRead(turn: RoutineTurn, { name, problem }: AttachedContent): string {
  if (problem === undefined)
    return say(
      turn,
      `${name} is a picture, which I cannot read here.`,
      `${name} صورة لا أستطيع قراءتها هنا.`,
    );
  return say(turn, `${name} could not be read: ${problem}.`, `تعذرت قراءة ${name}.`);
}

/** What a data sheet states, and what it does not. */
export const readDatasheet: OfflineRoutine = (turn) => {
  if (turn.agent !== 'datasheetAnalyzer') return undefined;
  const text = turn.attached.flatMap((one) => one.text ?? []).join('\n');
  if (text.trim() === '') {
    const ask = say(
      turn,
      'Attach the data sheet as a PDF or a text file; without it I would have to guess.',
      'أرفق ورقة البيانات كملف PDF أو نص؛ بدونها سأضطر إلى التخمين.',
    );
    return {
      reply: [...turn.attached.map((one) => cannotRead(turn, one)), ask].join(' '),
      readsAttached: true,
    };
  }
  const facts = datasheetFacts(text);
  const language = turn.message.language === 'ar' ? 'ar' : 'en';
  const stated = facts.filter(({ value }) => value !== undefined);
  const silent = facts.filter(({ value }) => value === undefined);
  return {
    readsAttached: true,
    reply: [
      say(turn, 'The data sheet states:', 'تذكر ورقة البيانات:'),
      ...stated.map(({ name, value }) => `- ${name[language]}: ${value}`),
      ...(silent.length > 0
        ? [
            `${say(turn, 'It does not say', 'ولا تذكر')}: ${silent.map(({ name }) => name[language]).join(say(turn, ', ', '، '))}.`,
          ]
        : []),
    ].join('\n'),
  };
};
