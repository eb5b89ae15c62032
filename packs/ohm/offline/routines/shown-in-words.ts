import { anySpelling } from '#text';
import { type RoutineTurn } from '#pack-kit';
import { arabicName, warningIn } from '../../schema/artifacts/arabic-warnings.ts';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import type { Budget } from '../../schema/artifacts/budget.kind.ts';
import type { Wiring } from '../../schema/artifacts/wiring.kind.ts';
import { nameIn, pinNameIn } from '../../schema/parts/arabic-names.ts';
import { tellBudget } from './budget.ts';
import { flowRoutine } from './flow.ts';
import { asksForWholeList } from './parts.ts';
import { NAMES } from './what-cannot-be-done.ts';
import { isShownAgain, looks, say } from './wishes.ts';

/** What each agent shows, and how it is said. */
const SHOWN: Readonly<
  Record<string, { kind: string; tell: (turn: RoutineTurn, content: unknown) => string }>
> = {
  bomGenerator: { kind: 'bom', tell: (turn, content) => tellParts(turn, content as Bom) },
  wiringDiagram: { kind: 'wiring', tell: (turn, content) => tellWiring(turn, content as Wiring) },
  budgetOptimizer: { kind: 'budget', tell: (turn, content) => tellBudget(turn, content as Budget) },
};
/** The client's panel, or another version than the current one. */
const PANEL_OR_VERSION = anySpelling(
  /\b(?:panel|drawer|open|bring up|pull up|versions?|v\d+)\b|افتح|نسخة|النسخ/iu,
);

/** What is asked for where there is none yet, and what has it made. */
const MAKING: Readonly<Record<string, [en: string, ar: string]>> = {
  bom: ['parts list', 'قائمة القطع'],
  wiring: ['wire it', 'أوصل القطع'],
  budget: ['how much does it cost?', 'كم التكلفة؟'],
};

function tellNone(turn: RoutineTurn, kind: string): string {
  const [en, ar] = NAMES[kind] ?? [kind, kind];
  const [make, makeAr] = MAKING[kind] ?? [en, ar];
  return say(
    turn,
    `There is no ${en.replace(/^the /, '')} in this project yet. Shall I make one? Then say “${make}”.`,
    `لا توجد ${ar.replace(/^ال/, '')} في هذا المشروع بعد. هل أعدها؟ اكتب إذن «${makeAr}».`,
  );
}

/** "What is in the parts list?" is told in sentences: what is stored is for programs. */
export const shownInWords = flowRoutine({
  agents: Object.keys(SHOWN),
  wanted: (turn) =>
    turn.agent in SHOWN &&
    !PANEL_OR_VERSION.test(turn.message.text) &&
    (looks(turn) ||
      isShownAgain(turn) ||
      (turn.agent === 'bomGenerator' && 'bom' in turn.artifacts && asksForWholeList(turn.message.text))),
  reads: ({ agent }) => [SHOWN[agent]?.kind ?? ''],
  work: ({ turn, read }) => {
    const { kind = '', tell } = SHOWN[turn.agent] ?? {};
    const content = read[kind]?.content;
    return tell && content !== undefined ? tell(turn, content) : tellNone(turn, kind);
  },
});

function warned(turn: RoutineTurn, warnings: readonly { message: string }[]): string[] {
  return warnings.map(({ message }) => `⚠ ${warningIn(turn.message.language, message)}`);
}

function tellParts(turn: RoutineTurn, { components, totalCost, currency, warnings }: Bom): string {
  const { language } = turn.message;
  const money = (amount: number) =>
    `${amount.toFixed(2)} ${currency === 'USD' ? say(turn, 'USD', 'دولار') : currency}`;
  const comma = say(turn, ', ', '، ');
  return [
    say(turn, 'In the parts list:', 'في قائمة القطع:'),
    ...components.map(
      (part, at) =>
        `${at + 1}. ${nameIn(language, part)}${comma}${part.quantity} ×${part.lineTotal === null ? '' : `: ${money(part.lineTotal)}`}`,
    ),
    say(turn, `Total ${money(totalCost)}, at sample prices.`, `المجموع ${money(totalCost)} بأسعار تجريبية.`),
    ...warned(turn, warnings),
  ].join('\n');
}

/** Each part with its lines. */
function tellWiring(turn: RoutineTurn, { board, connections, components, warnings }: Wiring): string {
  const { language } = turn.message;
  const labelOf = (id: string) => {
    const name = components?.find((one) => one.id === id)?.label ?? id;
    return nameIn(language, { id, name });
  };
  const boardName = language === 'ar' ? arabicName(board.name) : board.name;
  const ids = [...new Set(connections.flatMap(({ from, to }) => [from.componentId, to.componentId]))];
  const told = new Set<unknown>();
  const lines = ids
    .filter((id) => id !== board.componentId)
    .flatMap((id) => {
      const own = connections.filter(
        (one) => !told.has(one) && [one.from.componentId, one.to.componentId].includes(id),
      );
      for (const one of own) told.add(one);
      const ends = own.map(({ from, to }) => (from.componentId === id ? [from, to] : [to, from]));
      const wires = ends.map(([here, there]) =>
        say(
          turn,
          `${here?.pin} to ${there?.componentId === board.componentId ? '' : `${labelOf(there?.componentId ?? '')} `}${there?.pin}`,
          `${pinNameIn('ar', here?.pin ?? '')} إلى ${there?.componentId === board.componentId ? '' : `${labelOf(there?.componentId ?? '')} `}${there?.pin}`,
        ),
      );
      return wires.length === 0 ? [] : [`- ${labelOf(id)}: ${wires.join(say(turn, ', ', '، '))}`];
    });
  return [
    say(turn, `This is wired to ${boardName}:`, `الموصول إلى ${boardName}:`),
    ...lines,
    ...warned(turn, warnings),
  ].join('\n');
}
