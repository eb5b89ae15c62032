import type { RoutineTurn } from '#pack-kit';
import { warningIn } from '../../schema/artifacts/arabic-warnings.ts';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import { partOf } from '../../schema/parts/catalogue.ts';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { sectionLines } from '../../schema/artifacts/briefs.ts';
import { asksOfChange, changeWishIn } from '../rules/change-wish.ts';
import { changesFor, changesList, type ListChange } from '../rules/list-changes.ts';
import { boardDecidedIn, partDecidedIn } from '../rules/part-instead.ts';
import { partsFor } from '../rules/parts-list.ts';
import { isQuestion, sentencesOf } from '../rules/project-brief.ts';
import { tellWhatWouldChange } from './change-asked.ts';
import { flowRoutine, SUMMARY, writing, type Known, type Work } from './flow.ts';
import { asksForParts, isShownAgain, makes, say } from './wishes.ts';

const AGENTS = ['bomGenerator'];
/** A list of its own, from everything that is known of the project. */
export const newParts = flowRoutine({
  agents: AGENTS,
  wanted: (turn) => makes(turn) && !('bom' in turn.artifacts) && partForBrief(turn) === undefined,
  reads: () => [SUMMARY, 'context', 'mvp'],
  work: (known): Work | string => {
    const { turn } = known;
    if (isOnlyAsked(turn.message.text))
      return say(
        turn,
        'There is no parts list yet that this could change. Say “parts list”, and I put it together.',
        'لا توجد بعد قائمة قطع يتغير فيها شيء. اكتب «قائمة القطع» فأعدها.',
      );
    const texts = [
      ...['context', 'mvp'].map((kind) => textOf(known, kind)),
      settledIn(textOf(known, SUMMARY)),
      ...('context' in turn.artifacts ? [] : statementsOf(turn.said)),
      turn.message.text,
    ];
    // The board that was decided on last; the goal may still name another one.
    const parts = partsFor(texts, [
      boardDecidedIn(turn.message.text),
      sectionLines(textOf(known, 'mvp'), 'Tech stack').join('\n'),
    ]);
    return {
      calls: [writing('bom', { components: parts })],
      drawer: 'bom',
      reply: (results) => tellList(known, parts, results[0]?.data),
    };
  },
});

/** Asked of a list that is not there yet, or ordered to be left alone; of another board the list itself tells. */
function isOnlyAsked(text: string): boolean {
  const isLeftAlone = changeWishIn(text).does === '' || asksOfChange(text);
  return isLeftAlone && !asksForParts(text) && boardDecidedIn(text) === text;
}

/** Before there is a list, the part that is decided on stands in the brief. */
export function partForBrief({ message, artifacts }: RoutineTurn): string | undefined {
  return 'context' in artifacts && !('bom' in artifacts) ? partDecidedIn(message.text) : undefined;
}

/** What is there already is told, and nothing changes. */
export function asksForWholeList(text: string): boolean {
  return asksForParts(text) && !changesList(text) && partsNamedIn(text).length === 0;
}

/** A change of the list: parts come, go, or are replaced; all others stay as they are. */
export const changedParts = flowRoutine({
  agents: AGENTS,
  wanted: (turn) =>
    (makes(turn) || changesList(turn.message.text)) &&
    'bom' in turn.artifacts &&
    !asksForWholeList(turn.message.text) &&
    !isShownAgain(turn),
  reads: () => ['bom'],
  work: (known): Work | string => {
    const { turn } = known;
    const bom = known.read.bom?.content as Bom | undefined;
    const { text } = turn.message;
    const components = bom?.components ?? [];
    const change = changesFor(text, components, turn.said);
    const names = (ids: readonly string[]) =>
      ids
        .map((id) =>
          nameIn(
            turn.message.language,
            components.find((one) => one.id === id) ?? partOf(id) ?? { id, name: id },
          ),
        )
        .join(say(turn, ', ', '، '));
    if (change.kind !== 'changed') return unchanged(turn, change, components);
    const { changes } = change;
    if (bom && asksOfChange(text)) return tellWhatWouldChange(turn, bom, changes);
    const gone = changes.filter((change) => '_delete' in change).map(({ id }) => id);
    const come = changes.filter((change) => !('_delete' in change)).map(({ id }) => id);
    return {
      calls: [writing('bom', { components: changes }, { strategy: 'merge' })],
      drawer: 'bom',
      reply: (results) =>
        [
          ...(come.length > 0
            ? [`${say(turn, 'In the parts list now', 'في قائمة القطع الآن')}: ${names(come)}.`]
            : []),
          ...(gone.length > 0 ? [`${say(turn, 'No longer in it', 'حذفت منها')}: ${names(gone)}.`] : []),
          ...warningsOf(results[0]?.data, turn.message.language).map((warning) => `- ${warning}`),
          ...('wiring' in turn.artifacts
            ? [
                say(
                  turn,
                  'The wiring does not know of this yet: have me wire it again.',
                  'التوصيلات لا تعرف هذا بعد: اطلب مني إعادة التوصيل.',
                ),
              ]
            : []),
        ].join('\n'),
    };
  },
});

/** Why the list stays as it is. */
function unchanged(
  turn: RoutineTurn,
  change: Exclude<ListChange, { kind: 'changed' }>,
  components: Bom['components'],
): string {
  const { language } = turn.message;
  const namesOf = (parts: readonly { id: string; name: string }[]) =>
    parts.map((part) => nameIn(language, part)).join(say(turn, ', ', '، '));
  const all = components.map((part, at) => `${at + 1}. ${nameIn(language, part)}`).join('\n');
  switch (change.kind) {
    case 'nothing cheaper':
      return change.parts.length > 0
        ? say(
            turn,
            `I know nothing cheaper that does the work of ${namesOf(change.parts)} here, so it stays in the list.`,
            `لا أعرف قطعة أرخص تؤدي هنا عمل ${namesOf(change.parts)}، فتبقى في القائمة.`,
          )
        : say(
            turn,
            'I know nothing cheaper that does the same work for any part of the list.',
            'لا أعرف قطعة أرخص تؤدي العمل نفسه لأي قطعة في القائمة.',
          );
    case 'not listed': {
      const isRemoval = change.wish === 'remove';
      const asked =
        change.named.length > 0
          ? say(turn, `${change.named.join(', ')}: not in the parts list.`, 'هذه القطعة ليست في القائمة.')
          : say(
              turn,
              `Which part shall I ${isRemoval ? 'take out' : 'replace'}?`,
              isRemoval ? 'أي قطعة أحذف؟' : 'أي قطعة أستبدل؟',
            );
      return `${asked} ${say(turn, 'The list has:', 'في القائمة:')}\n${all}`;
    }
    case 'not found': {
      const comes = change.comes.join(', ');
      return `${say(
        turn,
        `I do not find “${change.goes}” in the parts list, so nothing has changed. What shall ${comes} take the place of? If of nothing, say “add ${comes}”. The list has:`,
        `لا أجد «${change.goes}» في قائمة القطع، فلم يتغير شيء. محل أي قطعة يأتي ${comes}؟ وإن لم يحل محل شيء فاكتب «أضف ${comes}». في القائمة:`,
      )}\n${all}`;
    }
    case 'nothing to come':
      return say(
        turn,
        `What shall take the place of the ${namesOf(change.parts)}? Name a part, or say that it is to be cheaper; so far the list stays as it is.`,
        `ما الذي يحل محل ${namesOf(change.parts)}؟ سم قطعة، أو قل إنها يجب أن تكون أرخص؛ القائمة كما هي حتى الآن.`,
      );
    case 'already there':
      return say(
        turn,
        `The parts list already has what you name: ${namesOf(change.parts)}.`,
        `قائمة القطع تحتوي على ذلك بالفعل: ${namesOf(change.parts)}.`,
      );
    case 'left alone':
      return change.parts.length > 0
        ? say(
            turn,
            `Then nothing changes: in the list stays ${namesOf(change.parts)}.`,
            `لا يتغير شيء إذن، ويبقى في القائمة: ${namesOf(change.parts)}.`,
          )
        : say(turn, 'Then the parts list stays as it is.', 'تبقى قائمة القطع كما هي إذن.');
    case 'not known':
      return `${say(
        turn,
        'I find no part of my catalogue in that, so the list stays as it is. Name a board, a sensor, a display or another part. The list has:',
        'لا أجد في ذلك قطعة أعرفها، فتبقى القائمة كما هي. سم لوحة أو حساسا أو شاشة أو قطعة أخرى. في القائمة:',
      )}\n${all}`;
  }
}

/** Of a summary what people said: open questions and next steps are the agents' own words, with parts as examples. */
function settledIn(summary: string): string {
  return summary
    .split(/^(?=#+ )/m)
    .filter((section) => !/^#+ (?:Open questions|Next steps|أسئلة|الخطوات)/i.test(section))
    .join('');
}

/** Without a brief, what people have told of the project. */
function statementsOf(said: readonly string[]): string[] {
  return said.flatMap(sentencesOf).filter((sentence) => !isQuestion(sentence));
}

function textOf({ read }: Known, kind: string): string {
  const { content } = read[kind] ?? {};
  return typeof content === 'string' ? content : '';
}

function tellList({ turn }: Known, parts: ReturnType<typeof partsFor>, data: unknown): string {
  const total = parts.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const money = (amount: number) => `${amount.toFixed(2)} ${say(turn, 'USD', 'دولار')}`;
  const comma = say(turn, ', ', '، ');
  const lines = parts.map(
    (part, at) =>
      `${at + 1}. ${nameIn(turn.message.language, part)}${comma}${part.quantity} ×: ${money(part.quantity * part.unitPrice)}`,
  );
  return [
    say(turn, 'This is the parts list:', 'هذه قائمة القطع:'),
    ...lines,
    say(
      turn,
      `Total ${total.toFixed(2)} USD, at sample prices.`,
      `المجموع ${total.toFixed(2)} دولار بأسعار تجريبية.`,
    ),
    ...warningsOf(data, turn.message.language).map((warning) => `- ${warning}`),
    ...(parts.some(({ category }) => DOES_SOMETHING.has(category))
      ? []
      : [
          say(
            turn,
            'I found nothing yet that measures, shows or moves something: name the sensor or the part that it needs, and I add it.',
            'لم أجد بعد ما يقيس أو يعرض أو يحرك شيئا: سم الحساس أو القطعة اللازمة فأضيفها.',
          ),
        ]),
  ].join('\n');
}

const DOES_SOMETHING = new Set(['sensor', 'actuator', 'display', 'connectivity']);

/** What the checks of the artifact have found. */
export function warningsOf(data: unknown, language: string): string[] {
  const { warnings } = (data ?? {}) as { warnings?: unknown };
  const texts: unknown[] = Array.isArray(warnings) ? warnings : [];
  return texts.flatMap((one) => (typeof one === 'string' ? [warningIn(language, one)] : []));
}
