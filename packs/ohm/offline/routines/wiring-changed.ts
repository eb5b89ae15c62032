import { anySpelling } from '#text';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import type { Wiring } from '../../schema/artifacts/wiring.kind.ts';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { partOf } from '../../schema/parts/catalogue.ts';
import { flowRoutine } from './flow.ts';
import { say } from './wishes.ts';
import { planned } from './wiring.ts';

/** "Did the wiring change because of that?", "do I have to rewire it?": asks, and has nothing wired. */
const ASKS_IF_CHANGED = anySpelling(
  /^\W*(?:(?:and|so|but|ok|okay|now)\W+)*(?:(?:did|does|do|has|have|is|are|will|would)(?:n'?t)? [^.?!]*\b(?:wiring|wires|connections|schematic|pins)\b[^.?!]*\b(?:chang\w*|differ\w*|the same|affect\w*|still (?:valid|right|good|current|up to date)|up to date|out of date|outdated)\b|(?:do|must|should|will|would) (?:i|we) (?:now )?(?:(?:have|need) to )?(?:rewire|redo the wiring|wire (?:it|everything|this|that) (?:again|anew))\b)|(?<!\p{L})هل [^.؟]*(?:تغير|تتغير|ستتغير|يتغير|اختلف|تختلف|تأثر)\p{L}* (?:ال)?(?:توصيل|أسلاك)|(?<!\p{L})هل [^.؟]*(?:إعادة التوصيل|أعيد التوصيل)/iu,
);

export const tellIfWiringChanged = flowRoutine({
  agents: ['wiringDiagram', 'conversational', 'bomGenerator'],
  wanted: ({ message }) => ASKS_IF_CHANGED.test(message.text),
  reads: ({ artifacts }) => (['wiring', 'bom'] as const).filter((kind) => kind in artifacts),
  work: ({ turn, read }) => {
    const wiring = read.wiring?.content as Wiring | undefined;
    const bom = read.bom?.content as Bom | undefined;
    if (!wiring || !bom)
      return say(
        turn,
        'There is no wiring in this project yet, so nothing of it has changed. Say “wire it”, and I make it.',
        'لا توجد توصيلات في هذا المشروع بعد، فلم يتغير منها شيء. اكتب «أوصلها» فأعدها.',
      );
    const { language } = turn.message;
    const next = planned(bom, language);
    if (typeof next === 'string') return next;
    const [before, after] = [idsIn(wiring), idsIn(next)];
    const names = (ids: string[]) =>
      ids
        .map((id) => {
          const label = [...(next.components ?? []), ...(wiring.components ?? [])].find(
            (one) => one.id === id,
          );
          return nameIn(language, partOf(id) ?? { id, name: label?.label ?? id });
        })
        .join(say(turn, ', ', '، '));
    const come = [...after].filter((id) => !before.has(id));
    const gone = [...before].filter((id) => !after.has(id));
    if (come.length + gone.length === 0)
      return say(
        turn,
        'No: the wiring has every part of the parts list, and stays as it is.',
        'لا: التوصيلات تشمل كل قطع القائمة وتبقى كما هي.',
      );
    return [
      say(
        turn,
        'Yes, it has to change: the wiring does not know of the new parts list yet.',
        'نعم، يجب أن تتغير: التوصيلات لا تعرف قائمة القطع الجديدة بعد.',
      ),
      ...(come.length > 0 ? [`- ${say(turn, 'Not wired yet', 'لم توصل بعد')}: ${names(come)}.`] : []),
      ...(gone.length > 0
        ? [`- ${say(turn, 'No longer in the parts list', 'لم تعد في القائمة')}: ${names(gone)}.`]
        : []),
      say(turn, 'Say “wire it”, and I wire it anew.', 'اكتب «أوصلها» فأعيد التوصيل.'),
    ].join('\n');
  },
});

const idsIn = ({ connections }: Pick<Wiring, 'connections'>) =>
  new Set(connections.flatMap(({ from, to }) => [from.componentId, to.componentId]));
