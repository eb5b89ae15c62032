import { normalizedWords, anySpelling } from '#tools';
import { warningIn } from '../artifacts/arabic-warnings.ts';
import type { Bom } from '../artifacts/bom.kind.ts';
import { partOf } from '../parts/catalogue.ts';
import { nameIn } from '../parts/arabic-names.ts';
import { partsNamedIn } from '../parts/find-parts.ts';
import { partsFor, partsToAdd } from '../rules/parts-list.ts';
import { flowRoutine, SUMMARY, writing, type Known, type Work } from './flow.ts';
import { makes, say } from './wishes.ts';

const AGENTS = ['bomGenerator'];
const REMOVES = anySpelling(/\b(?:remove|drop|take out|without|delete|no longer need)\b|احذف|أزل|بدون/iu);
const REPLACES = /\b(?:replace|swap|change|switch)\b|استبدل/iu;
/** May stand between what goes and what comes in its place. */
const IN_ITS_PLACE = /\b(?:with|by|for|to)\b|\sب/giu;
const ADDS = anySpelling(/\b(?:add|include|also|another|more)\b|أضف|أيضا/iu);

/** A list of its own, from everything that is known of the project. */
export const newParts = flowRoutine({
  agents: AGENTS,
  wanted: (turn) => makes(turn) && !('bom' in turn.artifacts),
  reads: () => [SUMMARY, 'context', 'mvp'],
  work: (known): Work => {
    const { turn } = known;
    const texts = [...['context', 'mvp', SUMMARY].map((kind) => textOf(known, kind)), turn.message.text];
    return {
      calls: [writing('bom', { components: partsFor(texts) })],
      drawer: 'bom',
      reply: (results) => tellList(known, partsFor(texts), results[0]?.data),
    };
  },
});

/** A change of the list: parts come, go, or are replaced; all others stay as they are. */
export const changedParts = flowRoutine({
  agents: AGENTS,
  wanted: (turn) => makes(turn) && 'bom' in turn.artifacts,
  reads: () => ['bom'],
  work: (known): Work | string => {
    const { turn } = known;
    const bom = known.read.bom?.content as Bom | undefined;
    const { text } = turn.message;
    const components = bom?.components ?? [];
    const changes = changesFor(text, components);
    const names = (ids: readonly string[]) =>
      ids
        .map((id) =>
          nameIn(
            turn.message.language,
            components.find((one) => one.id === id) ?? partOf(id) ?? { id, name: id },
          ),
        )
        .join(say(turn, ', ', '، '));
    if (changes.length === 0)
      return say(
        turn,
        `The parts list already has what you name: ${components.map(({ name }) => name).join(', ')}.`,
        `قائمة القطع تحتوي على ذلك بالفعل: ${components.map((part) => nameIn('ar', part)).join('، ')}.`,
      );
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

type Change = { id: string } & Record<string, unknown>;

function changesFor(text: string, known: Bom['components']): Change[] {
  const has = (id: string) => known.some((one) => one.id === id);
  const gone = (ids: readonly string[]): Change[] => ids.filter(has).map((id) => ({ id, _delete: true }));
  const named = (words: string) => partsNamedIn(words).map(({ id }) => id);
  const replaced = replacementIn(text, (words) => named(words).filter(has));
  if (replaced)
    return [...gone(replaced.ids), ...partsToAdd(replaced.by, known).map((part) => ({ ...part }))];
  if (REMOVES.test(text) && !ADDS.test(text)) return gone(named(text));
  const quantity = quantityIn(text);
  const more = named(text)
    .filter(has)
    .flatMap((id): Change[] => {
      const part = partOf(id);
      return part && quantity > 1 ? [{ id, quantity }] : [];
    });
  const added = partsToAdd(text, known).map((part): Change => ({
    ...part,
    ...(quantity > 1 && named(text).includes(part.id) && { quantity }),
  }));
  return [...more, ...added];
}

/** Parts that go, and the words that name what comes; a text that names both, as "change the LEDs to 3" does not. */
function replacementIn(
  text: string,
  listed: (words: string) => string[],
): { ids: string[]; by: string } | undefined {
  const verb = REPLACES.exec(text);
  if (!verb) return undefined;
  const behind = text.slice(verb.index + verb[0].length);
  for (const { index } of behind.matchAll(IN_ITS_PLACE)) {
    const by = behind.slice(index);
    const comes = partsNamedIn(by).map(({ id }) => id);
    const ids = listed(behind.slice(0, index)).filter((id) => !comes.includes(id));
    // What is to go may not be in the list: then only what comes in its place is added.
    const others = partsNamedIn(behind.slice(0, index)).filter(({ id }) => !comes.includes(id));
    if (comes.length > 0 && (ids.length > 0 || others.length > 0)) return { ids, by };
  }
  return undefined;
}

const NUMBERS: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, six: 6, second: 2, third: 3 };

const MONEY = /[$€£]\s?\d[\d.,]*/g;
/** What a number in front of one of these counts is no part. */
const MEASURES =
  /^(?:v|volts?|ma|a|amps?|w|watts?|ohms?|k|cm|mm|m|inch|inches|pins?|channels?|bits?|dollars?|usd|euros?|bucks|percent|seconds?|minutes?|hours?|days?|weeks?|months?|فولت|دولار|سم|ثانيه|ثوان|دقيقه|دقايق|ساعه|ساعات)$/u;

/** "two", "3": how many of a part; 1 where the message does not say. */
function quantityIn(text: string): number {
  const words = normalizedWords(text.replaceAll(MONEY, ' '));
  const found = words.map((word, index) => {
    if (MEASURES.test(words[index + 1] ?? '')) return 0;
    return NUMBERS[word] ?? (/^\d{1,2}$/.test(word) ? Number(word) : 0);
  });
  return found.find((number) => number > 1 && number < 21) ?? 1;
}

function textOf({ read }: Known, kind: string): string {
  const { content } = read[kind] ?? {};
  return typeof content === 'string' ? content : '';
}

function tellList({ turn }: Known, parts: ReturnType<typeof partsFor>, data: unknown): string {
  const total = parts.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const money = (amount: number) => `${amount.toFixed(2)} ${say(turn, 'USD', 'دولار')}`;
  const lines = parts.map(
    (part) =>
      `- ${part.quantity} × ${nameIn(turn.message.language, part)}, ${money(part.quantity * part.unitPrice)}`,
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
  ].join('\n');
}

/** What the checks of the artifact have found. */
export function warningsOf(data: unknown, language: string): string[] {
  const { warnings } = (data ?? {}) as { warnings?: unknown };
  const texts: unknown[] = Array.isArray(warnings) ? warnings : [];
  return texts.flatMap((one) => (typeof one === 'string' ? [warningIn(language, one)] : []));
}
