import type { OfflineRoutine, RoutineTurn } from '#pack-kit';
import { sectionLines } from '../schema/artifacts/briefs.ts';
import type { Bom } from '../schema/artifacts/bom.kind.ts';
import type { CataloguePart } from '../schema/parts/catalogue.ts';
import { nameIn } from './arabic-names.ts';
import { flowRoutine, SUMMARY, textOf, warningLines, writing, type Known, type Work } from './flow.ts';
import { onlyPartIn, partsFor, partsIn, partsToAdd } from './parts-list.ts';
import { asks, say, wordsOf } from './requests.ts';

const AGENTS = ['bomGenerator'];

/** Makes the parts list from the briefs, or shows the existing one. */
export const partsList: OfflineRoutine = flowRoutine({
  agents: AGENTS,
  wanted: (turn) => asks('parts', turn),
  reads: ({ artifacts }) => ('bom' in artifacts ? ['bom'] : [SUMMARY, 'context', 'mvp']),
  work: (known): Work | string => {
    const { turn, read } = known;
    if (read.bom) return tellList(turn, (read.bom.content as Bom).components);
    if (!read.context)
      return say(
        turn,
        'There is no project yet: tell me first what you want to build, such as “I want to build a plant monitor with an ESP32”.',
        'لا يوجد مشروع بعد: أخبرني أولا بما تريد بناءه، مثل «أريد أن أبني جهازا لقياس الحرارة والرطوبة مع شاشة».',
      );
    const decided = sectionLines(textOf(known, 'mvp'), 'Tech stack').join('\n');
    const texts = [textOf(known, 'context'), textOf(known, 'mvp'), settledIn(textOf(known, SUMMARY))];
    const components = partsFor(texts, decided);
    return {
      calls: [writing('bom', { components })],
      drawer: 'bom',
      reply: ([result]) =>
        [
          tellList(turn, components),
          ...defaultBoard(turn, [...texts, decided]),
          ...warningLines(result),
        ].join('\n'),
    };
  },
});

/** The sentence that names the default board, if the project names none. */
function defaultBoard(turn: RoutineTurn, texts: readonly string[]): string[] {
  if (partsIn(texts.join('\n')).some(({ category }) => category === 'mcu')) return [];
  const en = 'The project names no board that I know, so I took an ESP32.';
  return [say(turn, en, 'لا يذكر المشروع لوحة أعرفها، فأخذت ESP32.')];
}

/** A summary without the agents' own questions and offers, which name parts as examples. */
function settledIn(summary: string): string {
  return summary
    .split(/^(?=#+ )/m)
    .filter((section) => !/^#+ (?:Open questions|Next steps|أسئلة|الخطوات)/i.test(section))
    .join('');
}

const DOES_SOMETHING = new Set(['sensor', 'actuator', 'display', 'connectivity']);

function tellList(
  turn: RoutineTurn,
  parts: Pick<Bom['components'][number], 'id' | 'name' | 'category' | 'quantity' | 'unitPrice'>[],
): string {
  const { language } = turn.message;
  const priced = parts.map((part) => ({ ...part, cost: part.quantity * (part.unitPrice ?? 0) }));
  const total = priced.reduce((sum, { cost }) => sum + cost, 0).toFixed(2);
  return [
    say(turn, 'This is the parts list:', 'هذه قائمة القطع:'),
    ...priced.map(
      (part, at) =>
        `${at + 1}. ${nameIn(language, part)}${say(turn, ', ', '، ')}${part.quantity} ×: ${part.unitPrice === null ? '?' : part.cost.toFixed(2)} ${say(turn, 'USD', 'دولار')}`,
    ),
    say(turn, `Total ${total} USD, at sample prices.`, `المجموع ${total} دولار بأسعار تجريبية.`),
    parts.some(({ category }) => DOES_SOMETHING.has(category))
      ? say(
          turn,
          'It holds only parts of the sample catalogue that the project names.',
          'فيها فقط قطع من الكتالوج التجريبي يذكرها المشروع.',
        )
      : say(
          turn,
          'I found nothing yet that measures, shows or moves something: name the part that it needs, such as “Add an OLED display to the parts list”.',
          'لم أجد بعد ما يقيس أو يعرض أو يحرك شيئا: سم القطعة اللازمة، مثل «أضف شاشة إلى قائمة القطع».',
        ),
  ].join('\n');
}

const ADDS =
  /^(?:add|أضف|اضف) (.+?)(?: (?:to (?:parts list|bom|parts|list)|(?:إلى|الى|الي) (?:ال)?(?:قائمه|قائمة|قايمه)(?: (?:ال)?قطع)?))?$/u;

/** “Add an OLED display to the parts list”: the part, if the message names one and nothing else. */
function addedPart({ message }: RoutineTurn): CataloguePart | undefined {
  const named = ADDS.exec(wordsOf(message.text))?.[1];
  return named === undefined ? undefined : onlyPartIn(named);
}

/** Adds a part with its required parts; all others stay unchanged. */
export const addPart = flowRoutine({
  agents: AGENTS,
  wanted: (turn) => 'bom' in turn.artifacts && addedPart(turn) !== undefined,
  reads: () => ['bom'],
  work: ({ turn, read }: Known): Work | string => {
    const part = addedPart(turn);
    const known = (read.bom?.content as Bom | undefined)?.components ?? [];
    const components = part ? partsToAdd(part, known) : [];
    const names = components.map((one) => nameIn(turn.message.language, one)).join(say(turn, ', ', '، '));
    if (components.length === 0)
      return say(turn, 'The parts list has that already.', 'هذا موجود في قائمة القطع بالفعل.');
    return {
      calls: [writing('bom', { components }, { strategy: 'merge' })],
      drawer: 'bom',
      reply: ([result]) =>
        [
          say(turn, `In the parts list now: ${names}.`, `في قائمة القطع الآن: ${names}.`),
          ...warningLines(result),
          ...('wiring' in turn.artifacts
            ? [
                say(
                  turn,
                  'The wiring does not have it yet: say “Wire it again”.',
                  'ليس في التوصيلات بعد: اكتب «كيف أوصلها؟».',
                ),
              ]
            : []),
        ].join('\n'),
    };
  },
});
