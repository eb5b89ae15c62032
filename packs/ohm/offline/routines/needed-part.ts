import type { RoutineTurn } from '#pack-kit';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import type { CataloguePart } from '../../schema/parts/catalogue.ts';
import { purposeOf } from '../../schema/parts/purposes.ts';
import { needQuestionIn, type NeedQuestion } from '../rules/need-question.ts';
import { ADDS, REPLACES } from '../rules/list-changes.ts';
import { partsFor } from '../rules/parts-list.ts';
import { flowRoutine } from './flow.ts';
import { say } from './wishes.ts';

/** Something else that is ordered along with the question is done by who changes the list. */
const asked = ({ message: { text } }: RoutineTurn): NeedQuestion | undefined =>
  ADDS.test(text) || REPLACES.test(text) ? undefined : needQuestionIn(text);

/**
 * "Do I need a step up converter?", "can we do without the relay?": whether it is in the parts list, what it is for, and
 * whether the rest of the list goes without it. The list stays as it is.
 */
export const askedWhetherNeeded = flowRoutine({
  agents: ['bomGenerator', 'conversational'],
  wanted: (turn) => {
    const question = asked(turn);
    // Of what a project needs nothing is known before there is a list; what a part is for is known all the same.
    return question !== undefined && ('bom' in turn.artifacts || question.asks === 'without');
  },
  reads: ({ artifacts }) => ('bom' in artifacts ? ['bom'] : []),
  work: ({ turn, read }) => {
    const { parts = [], kind, asks = 'needed' } = asked(turn) ?? {};
    const { components = [] } = (read.bom?.content ?? {}) as Partial<Bom>;
    const listed = parts.filter(({ id }) => components.some((one) => one.id === id));
    if (kind && listed.length === 0) return `${tellUnlisted(turn)} ${say(turn, kind.en, kind.ar)}`;
    return (kind ? listed : parts).map((part) => tellNeed(turn, part, asks, components)).join('\n');
  },
});

function tellUnlisted(turn: RoutineTurn): string {
  return 'bom' in turn.artifacts
    ? say(turn, 'None is in the parts list.', 'لا توجد في قائمة القطع.')
    : say(turn, 'There is no parts list yet.', 'لا توجد قائمة قطع بعد.');
}

function tellNeed(
  turn: RoutineTurn,
  part: CataloguePart,
  asks: NeedQuestion['asks'],
  components: Bom['components'],
): string {
  const { language } = turn.message;
  const name = nameIn(language, part);
  const purpose = purposeOf(part.id, language);
  const isFor = purpose === undefined ? '' : say(turn, ` It is ${purpose}.`, ` وهي: ${purpose}.`);
  if (!('bom' in turn.artifacts)) return `${name}: ${purpose ?? tellUnlisted(turn)}`;
  const others = components.filter(({ id }) => id !== part.id);
  const needed = partsFor([others.map((one) => one.name).join('\n')]).some(({ id }) => id === part.id);
  if (others.length === components.length)
    return needed
      ? say(
          turn,
          `${asks === 'needed' ? 'Yes' : 'No'}: the parts of your list need ${name}. Say “add ${name}”, and I put it in.`,
          `${asks === 'needed' ? 'نعم' : 'لا'}: قطع قائمتك تحتاج إلى ${name}. اكتب «أضف ${name}» فأضيفها.`,
        )
      : say(
          turn,
          `${asks === 'needed' ? 'Not for what is in the list: it' : 'Yes: it is not in the list, which'} works without ${name}. Say “add ${name}” if you want it all the same.`,
          `${asks === 'needed' ? 'لا يلزم لما في القائمة' : 'نعم، فهي ليست في القائمة'}: تعمل القطع دون ${name}. قل ذلك إن أردت إضافته.`,
        );
  if (needed)
    return asks === 'needed'
      ? say(
          turn,
          `Yes, and ${name} is in the parts list already: other parts of it cannot do without.${isFor}`,
          `نعم، و${name} في قائمة القطع بالفعل، وتحتاج إليها قطع أخرى فيها.${isFor}`,
        )
      : say(
          turn,
          `No, keep ${name}: other parts of the list cannot do without it.${isFor}`,
          `لا، الأفضل إبقاء ${name}: قطع أخرى في القائمة تحتاج إليها.${isFor}`,
        );
  return say(
    turn,
    `${name} is in the parts list for what your project is to do; no other part of the list needs it.${isFor} The list is as it was: to take it out, say “remove ${name}”.`,
    `${name} في قائمة القطع لأن مشروعك يستخدمها، ولا تحتاج إليها قطعة أخرى فيها.${isFor} القائمة كما هي: لحذفها اكتب «احذف ${name}».`,
  );
}
