import type { RoutineTurn } from '#pack-kit';
import { warningIn } from '../../schema/artifacts/arabic-warnings.ts';
import { component, finishedBom, type Bom } from '../../schema/artifacts/bom.kind.ts';
import { warningText } from '../../schema/artifacts/warnings.ts';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { partOf } from '../../schema/parts/catalogue.ts';
import type { Change } from '../rules/list-changes.ts';
import { partsFor } from '../rules/parts-list.ts';
import { say } from './wishes.ts';

/** What every project has, whatever else it is made of. */
const OF_EVERY_PROJECT: ReadonlySet<string> = new Set(['connector', 'mechanical']);

/** "Should I remove the relay?": what would come of it. The list stays as it is. */
export function tellWhatWouldChange(turn: RoutineTurn, bom: Bom, changes: readonly Change[]): string {
  const { language } = turn.message;
  const after = bomAfter(bom, changes);
  const nameOf = (id: string) =>
    nameIn(language, bom.components.find((one) => one.id === id) ?? partOf(id) ?? { id, name: id });
  const gone = changes.filter((one) => '_delete' in one).map(({ id }) => id);
  const come = changes.filter((one) => !('_delete' in one)).map(({ id }) => id);
  const names = (ids: readonly string[]) => ids.map(nameOf).join(say(turn, ', ', '، '));
  const money = (amount: number) => `${amount.toFixed(2)} ${bom.currency}`;
  const needed = neededIn(after, gone);
  const before = new Set(bom.warnings.map(warningText));
  const warnings = after.warnings.map(warningText).filter((one) => !before.has(one));
  const hasBoard = ({ components }: Bom) => components.some(({ category }) => category === 'mcu');
  return [
    say(turn, 'The parts list is as it was; this is what would change:', 'القائمة كما هي، وهذا ما سيتغير:'),
    ...(gone.length > 0 ? [`- ${say(turn, 'Taken out', 'يحذف')}: ${names(gone)}.`] : []),
    ...(come.length > 0 ? [`- ${say(turn, 'Put in', 'يضاف')}: ${names(come)}.`] : []),
    say(
      turn,
      `- The parts would cost ${money(after.totalCost)} instead of ${money(bom.totalCost)}, at sample prices.`,
      `- تصبح التكلفة ${money(after.totalCost)} بدلا من ${money(bom.totalCost)} بأسعار تجريبية.`,
    ),
    ...(needed.length > 0
      ? [
          say(
            turn,
            `- What stays in the list cannot do without: ${names(needed)}. I would keep it.`,
            `- ما يبقى في القائمة يحتاج إلى: ${names(needed)}. الأفضل إبقاؤه.`,
          ),
        ]
      : []),
    ...(hasBoard(bom) && !hasBoard(after)
      ? [say(turn, '- Without a board nothing runs.', '- لا يعمل شيء دون لوحة تحكم.')]
      : []),
    ...warnings.map((warning) => `- ${warningIn(language, warning)}`),
    orderFor(turn, names(gone), names(come)),
  ].join('\n');
}

function bomAfter(bom: Bom, changes: readonly Change[]): Bom {
  const parts = new Map<string, unknown>(bom.components.map((one) => [one.id, one]));
  for (const { _delete, ...one } of changes)
    if (_delete === true) parts.delete(one.id);
    else parts.set(one.id, { ...(parts.get(one.id) as object | undefined), ...one });
  return finishedBom({ ...bom, components: [...parts.values()].map((one) => component.parse(one)) });
}

/** Parts that go and that others of the list cannot do without. */
function neededIn({ components }: Bom, gone: readonly string[]): string[] {
  const own = partsFor([components.map(({ name }) => name).join('\n')]);
  const needed = own.filter(({ category }) => category !== 'mcu' && !OF_EVERY_PROJECT.has(category));
  return needed.map(({ id }) => id).filter((id) => gone.includes(id));
}

/** How it is said to have it done. */
function orderFor(turn: RoutineTurn, goes: string, comes: string): string {
  const [en, ar] =
    goes === ''
      ? [`add ${comes}`, `أضف ${comes}`]
      : comes === ''
        ? [`remove ${goes}`, `احذف ${goes}`]
        : [`replace ${goes} with ${comes}`, `استبدل ${goes} ب ${comes}`];
  return say(turn, `To have it done, say “${en}”.`, `لتنفيذه اكتب «${ar}».`);
}
