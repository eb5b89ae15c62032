import { anySpelling, normalizedWords } from '#tools';
import type { Bom } from '../artifacts/bom.kind.ts';
import { partOf } from '../parts/catalogue.ts';
import { partsAlike, partsNamedIn } from '../parts/find-parts.ts';
import { optimizationsFor } from './cost-plan.ts';
import { componentFor, ownNeedsOf, partsToAdd } from './parts-list.ts';
import { boardInstead, ofTheSameWork, partInstead, type PartInstead } from './part-instead.ts';
import { placesIn } from './places.ts';

export const REMOVES = anySpelling(
  /\b(?:remove|drop|take out|take off|(?<!\b(?:work|works|run|runs|function|functions|start|starts|do|go|possible) (?:\w+ )?)without|delete|no longer need|get rid of|leave out|kick out|throw out|scratch|don'?t need|do not need|(?:take|leave) (?:it|that|this|them|the [\p{L}\d ]{2,30}) (?:out|off|away))\b|(?<!\p{L})(?:و)?(?:احذف\p{L}*|أزل\p{L}*|شيل\p{L}*|امسح\p{L}*|استبعد\p{L}*|ألغ\p{L}*|(?<!(?:[يت]عمل|[يت]شتغل) (?:\p{L}+ )?)بدون|لا أحتاج|لا نحتاج|ما أحتاج)/iu,
);
/** "Switch the pump with a relay", "change its speed": that is what the device does. */
const REPLACES = anySpelling(
  /\b(?:replace|swap|change(?![^.?!]*\b(?:brightness|speed|colou?r|volume|direction|angle|position|settings?)\b)|switch(?![^.?!]*\b(?:on|off)\b|[^.?!]*\b(?:with|by|using|through)\b[^.?!]*\b(?:relay|button|transistor|mosfet|sensor|timer|remote)\b)|exchange|substitute)\b|(?<!\p{L})و?(?:استبدل\p{L}*|بدل\p{L}*|غير(?:ها|ه)(?!\p{L}))|^غير(?=\s)|\buse (?:an?|the|some) (?:cheaper|less expensive)\b/iu,
);
/** May stand between what goes and what comes in its place. */
const IN_ITS_PLACE = anySpelling(/\b(?:with|by|for|to)\b|\sب|\sإلى(?=\s)|\sالى(?=\s)/giu);
/** "Use a Nano instead of the ESP32": what comes stands first. */
const INSTEAD = anySpelling(
  /\b(?:instead of|in place of|rather than)\b|(?<!\p{L})بدلا? (?:من|عن)(?!\p{L})/iu,
);
/** "Put it back": what was taken out last. */
const RESTORES = anySpelling(
  /\b(?:put|bring|take|get) (?:it|that|them|the [\w ]{2,20}) back\b|(?<!\p{L})(?:رجع\p{L}*|أرجع\p{L}*|أعد(?:ه|ها|هم)(?!\p{L}))/iu,
);
export const ADDS = anySpelling(/\b(?:add|include|also|another|more)\b|أضف|أيضا/iu);
const CHEAPER = anySpelling(
  /\b(?:cheaper|less expensive|lower[- ]priced?|more affordable|cheap(?:er)? (?:one|alternative|option)|for less(?: money)?)\b|(?<!\p{L})ب?(?:أرخص|أوفر|أقل (?:سعرا|ثمنا|تكلفة|كلفة))/iu,
);
/** "Take it out again": what was spoken of last. */
const POINTS_BACK = anySpelling(
  /\b(?:it|that|this|them|that one|this one)\b|(?<!\p{L})(?:احذف|أزل|شيل|امسح|استبدل|بدل|ألغ)\p{L}*(?:ها|ه|هما|هم)(?!\p{L})|(?<!\p{L})(?:هذا|هذه|ذلك|تلك)(?!\p{L})/iu,
);

/** "Drop the antenna": the thing itself is named, be it no part at all. */
const TAKES_A_THING =
  /\b(?:remove|drop|delete|take|leave|get rid of|kick|throw|scratch|replace|swap|exchange|substitute)(?: out| off)? (?:the|my|our|any|an?) (?!(?:\w+ )?(?:ones?|things?|parts?|components?|pieces?|items?)\b)/iu;

export type Change = { id: string } & Record<string, unknown>;
type Listed = Bom['components'][number];

/** What a message does to a list, or why nothing. */
export type ListChange =
  | { kind: 'changed'; changes: Change[] }
  /** Nothing does the same for less; of no part in particular where none is named. */
  | { kind: 'nothing cheaper'; parts: Listed[] }
  /** What is to go, or to be replaced, is not in the list, or is not named at all. */
  | { kind: 'not listed'; named: string[]; wish: 'remove' | 'replace' }
  /** What is to go is in the list, and nothing is named that is to come. */
  | { kind: 'nothing to come'; parts: Listed[] }
  /** What it names is there. */
  | { kind: 'already there'; parts: Listed[] }
  /** No part of the catalogue is named. */
  | { kind: 'not known' };

/** A part is to be exchanged for one that costs less: the list is changed, not the budget. */
export function wantsCheaperPart(text: string): boolean {
  return CHEAPER.test(text) && REPLACES.test(text);
}

/** "I might drop my phone", "the cat removes the lid": somebody does it, and nobody is asked to. */
const SOMEBODY_DOES =
  /(?<!\b(?:can|could|should|shall|would|will|may|must|do|does|let|if|please|want|lets) )\b(?:i|we|you|they|he|she|it|that|somebody|someone|people|(?:the|my|our|a) (?:\p{L}+))\s+(?:(?:might|may|could|will|would|can|often|always|sometimes|accidentally|never|just|once|almost|nearly|also|tend to|tends to|happen to|keep|keeps|have|had|'ll|am going to|is going to)\s+)*(?:drop(?:s|ped|ping)?|remov(?:e|es|ed|ing)|add(?:s|ed|ing)?|delet(?:e|es|ed|ing)|scratch(?:es|ed|ing)?|swap(?:s|ped|ping)?|replac(?:e|es|ed|ing)|chang(?:e|es|ed|ing)|tak(?:e|es|ing)|took)\b/iu;
const OF_THE_LIST = anySpelling(
  /\b(?:parts?|components?|bom|items?|boards?|microcontrollers?|sensors?|displays?|screens?|supply|batter(?:y|ies))\b|قطع|القائمة|مكونات/iu,
);

/** It tells of what somebody does with a thing that is no part: no wish to change the list. */
export function tellsOfDoing(text: string): boolean {
  return SOMEBODY_DOES.test(text) && partsNamedIn(text).length === 0 && !OF_THE_LIST.test(text);
}

/** The message changes a list, by what it says. */
export function changesList(text: string): boolean {
  if (tellsOfDoing(text)) return false;
  return (
    [REMOVES, REPLACES, RESTORES, INSTEAD].some((one) => one.test(text)) ||
    partInstead(text) !== undefined ||
    wantsCheaperPart(text)
  );
}

/** @param said earlier messages of the person, oldest first. */
export function changesFor(text: string, known: Bom['components'], said: readonly string[] = []): ListChange {
  const change = saidChange(text, known, said);
  if (change.kind !== 'changed') return change;
  return changed([...change.changes, ...neededFor(change.changes, known)]);
}

/** What the parts that come need each for itself, in the same number: two LEDs have two resistors. */
function neededFor(changes: Change[], known: Bom['components']): Change[] {
  const come = changes.filter((one) => !('_delete' in one));
  const after = new Map(known.map(({ id, quantity }) => [id, quantity]));
  for (const { id, quantity } of come) after.set(id, Number(quantity ?? 1));
  for (const one of changes) if ('_delete' in one) after.delete(one.id);
  const parts = [...after].map(([id, quantity]) => ({ id, quantity }));
  return [...ownNeedsOf(parts)].flatMap(([id, quantity]): Change[] => {
    const isOfThese = come.some((one) => ownNeedsOf([{ id: one.id, quantity: 1 }]).has(id));
    const part = partOf(id);
    if (!isOfThese || !part || (after.get(id) ?? 0) >= quantity) return [];
    return [known.some((one) => one.id === id) ? { id, quantity } : { ...componentFor(part, quantity) }];
  });
}

/** "Change the LEDs to 1". */
const COUNTS = /(?:^|\s)(?:\d{1,2}(?![\p{L}\d-])|one\s*[.!]?$)/u;

function saidChange(text: string, known: Bom['components'], said: readonly string[]): ListChange {
  if (RESTORES.test(text)) return restored(text, known, said);
  const meant = listedIn(text, known, said);
  if (wantsCheaperPart(text)) return cheaperFor(meant, known);
  const instead = partInstead(text);
  if (instead && (instead.goes === undefined || !INSTEAD.test(text))) return insteadOf(instead, known);
  const replaced = replacementIn(text, known, said);
  if (replaced)
    return changed([...gone(replaced.ids), ...partsToAdd(replaced.by, known).map((part) => ({ ...part }))]);
  if (REMOVES.test(text) && !ADDS.test(text))
    return meant.length > 0
      ? changed(gone(meant.map(({ id }) => id)))
      : { kind: 'not listed', named: namesIn(text), wish: 'remove' };
  if (REPLACES.test(text) && namesIn(text).length === 0)
    return { kind: 'not listed', named: [], wish: 'replace' };
  const namesOnlyListed = partsNamedIn(text).every(({ id }) => known.some((one) => one.id === id));
  if (
    REPLACES.test(text) &&
    meant.length === 1 &&
    namesOnlyListed &&
    !ADDS.test(text) &&
    quantityIn(text) === 1 &&
    !COUNTS.test(text)
  )
    return { kind: 'nothing to come', parts: meant };
  return added(text, known);
}

const changed = (changes: Change[]): ListChange => ({ kind: 'changed', changes });
const gone = (ids: readonly string[]): Change[] => ids.map((id) => ({ id, _delete: true }));
const namesIn = (text: string) => partsNamedIn(text).map(({ name }) => name);

/** Parts of the list that a message means: by name, by place, or as what was spoken of last. */
function listedIn(text: string, known: Bom['components'], said: readonly string[]): Listed[] {
  const byName = partsNamedIn(text).flatMap(({ id }) => known.filter((one) => one.id === id));
  if (byName.length > 0) return byName;
  const byKind = ofKind(text, known);
  if (byKind.length > 0) return byKind;
  const byPlace = placesIn(text).flatMap((place) => known.at(place) ?? []);
  if (byPlace.length > 0 || !POINTS_BACK.test(text)) return byPlace;
  // What is named and not in the list is not "it" of "I don't need it".
  if (partsNamedIn(text).length > 0 || TAKES_A_THING.test(text)) return [];
  const spokenOf = said.toReversed().map((one) => partsNamedIn(one).map(({ id }) => id));
  const last = spokenOf.find((ids) => known.some(({ id }) => ids.includes(id))) ?? [];
  // Of a whole project that was told nothing is "it".
  const parts = known.filter(({ id }) => last.includes(id));
  return parts.length === 1 ? parts : [];
}

/** "The board", "الحساس": what the list has but one of. */
const KINDS: [RegExp, Listed['category']][] = [
  [
    anySpelling(
      /\b(?:the|my|our|this) (?:micro ?)?(?:controller|board|mcu)\b|(?<!\p{L})[بل]?(?:اللوحة|لوحة التحكم|المتحكم)(?!\p{L})/iu,
    ),
    'mcu',
  ],
  [anySpelling(/\b(?:the|my|our|this) (?:display|screen)\b|(?<!\p{L})[بل]?الشاشة(?!\p{L})/iu), 'display'],
  [anySpelling(/\b(?:the|my|our|this) sensor\b|(?<!\p{L})[بل]?الحساس(?!\p{L})/iu), 'sensor'],
  [
    anySpelling(
      /\b(?:the|my|our|this) (?:supply|power supply|battery)\b|(?<!\p{L})(?:التغذية|البطارية)(?!\p{L})/iu,
    ),
    'power',
  ],
];

function ofKind(text: string, known: Bom['components']): Listed[] {
  const [, category] = KINDS.find(([words]) => words.test(text)) ?? [];
  const own = known.filter((one) => category !== undefined && one.category === category);
  return own.length === 1 ? own : [];
}

function cheaperFor(meant: Listed[], known: Bom['components']): ListChange {
  const savings = optimizationsFor({ components: known });
  const own =
    meant.length > 0 ? savings.filter((one) => meant.some(({ id }) => id === one.componentId)) : savings;
  // Without a word for which, only where there is but one.
  const chosen = meant.length > 0 || own.length === 1 ? own : [];
  if (chosen.length === 0)
    return meant.length > 0 || own.length === 0
      ? { kind: 'nothing cheaper', parts: meant }
      : { kind: 'not listed', named: [], wish: 'replace' };
  const ids = chosen.map(({ componentId }) => componentId);
  const kept = known.filter(({ id }) => !ids.includes(id));
  const instead = chosen.flatMap(({ componentId }) => partOf(partOf(componentId)?.cheaper ?? '') ?? []);
  const boards = instead.filter(({ category }) => category === 'mcu');
  const others = instead.filter(({ category }) => category !== 'mcu');
  return changed([
    ...gone(ids),
    ...boards.map((board) => ({ ...componentFor(board) })),
    ...others.flatMap(({ name }) => partsToAdd(name, [...kept, ...boards])).map((part) => ({ ...part })),
  ]);
}

function restored(text: string, known: Bom['components'], said: readonly string[]): ListChange {
  const named = partsNamedIn(text).length > 0 ? text : said.findLast((one) => REMOVES.test(one));
  return named === undefined ? { kind: 'not known' } : added(named, known);
}

function added(text: string, known: Bom['components']): ListChange {
  const named = partsNamedIn(text);
  const quantity = quantityIn(text);
  const more = named
    .filter(({ id }) => known.some((one) => one.id === id))
    .flatMap(({ id }): Change[] => {
      const there = known.find((one) => one.id === id)?.quantity ?? 0;
      const count = ON_TOP.test(text) ? there + quantity : quantity;
      return count > 1 ? [{ id, quantity: count }] : [];
    });
  const come = partsToAdd(text, known).map((part): Change => ({
    ...part,
    ...(quantity > 1 && named.some(({ id }) => id === part.id) && { quantity }),
  }));
  const changes = [...more, ...come];
  if (changes.length > 0) return changed(changes);
  return named.length === 0
    ? { kind: 'not known' }
    : { kind: 'already there', parts: known.filter(({ id }) => named.some((one) => one.id === id)) };
}

/** Parts that go, and the words that name what comes; a text that names both, as "change the LEDs to 3" does not. */
function replacementIn(
  text: string,
  known: Bom['components'],
  said: readonly string[],
): { ids: string[]; by: string } | undefined {
  const [comesFirst, goesLast] = INSTEAD.test(text) ? text.split(INSTEAD) : [];
  if (comesFirst !== undefined && goesLast !== undefined && partsNamedIn(comesFirst).length > 0) {
    const goes = listedIn(goesLast, known, said).map(({ id }) => id);
    return { ids: goes.length > 0 ? goes : boardInstead(text, known), by: comesFirst };
  }
  const verb = REPLACES.exec(text);
  if (!verb) return undefined;
  const behind = text.slice(verb.index + verb[0].length);
  for (const { index } of behind.matchAll(IN_ITS_PLACE)) {
    const by = behind.slice(index);
    const comes = partsNamedIn(by).map(({ id }) => id);
    const before = `${verb[0]} ${behind.slice(0, index)}`;
    const ids = listedIn(before, known, said)
      .map(({ id }) => id)
      .filter((id) => !comes.includes(id));
    // What is to go may not be in the list: then only what comes in its place is added.
    const others = partsNamedIn(before).filter(({ id }) => !comes.includes(id));
    const board = partsNamedIn(by).some(({ category }) => category === 'mcu');
    // A project has one board: another one takes its place, by whatever name it was called.
    const boards = board ? known.filter(({ id, category }) => category === 'mcu' && !comes.includes(id)) : [];
    const go = [...new Set([...ids, ...boards.map(({ id }) => id)])];
    if (comes.length > 0 && (go.length > 0 || others.length > 0)) return { ids: go, by };
  }
  return undefined;
}

/** A part comes in the place of what is named for it, or else of the only one that does its work. */
function insteadOf({ comes, by, goes, before }: PartInstead, known: Bom['components']): ListChange {
  const isTakenOut = [REMOVES, REPLACES].some((one) => one.test(before));
  const named = listedIn(goes ?? (isTakenOut ? before : ''), known, []).map(({ id }) => id);
  const ids = named.length > 0 ? named : ofTheSameWork(comes, known);
  const changes = [...gone(ids), ...partsToAdd(by, known).map((part) => ({ ...part }))];
  // A "display" is there where there is an LCD.
  const alike = known.filter(({ id }) => partsAlike(comes).some((part) => part.id === id));
  const isThere =
    !partsNamedIn(comes).some(({ id }) => known.some((one) => one.id === id)) && alike.length > 0;
  if (isThere && named.length === 0 && by === comes) return { kind: 'already there', parts: alike };
  return changes.length > 0 ? changed(changes) : added(by, known);
}

/** "A second sensor" makes two; "the second one" is a place. */
const NUMBERS: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, six: 6 };
const ONE_MORE: Record<string, number> = { second: 2, third: 3 };

/** "Two more LEDs", "another LED": besides those that are there. */
const ON_TOP = /\b(?:another(?! (?:second|third)\b)|more|extra|additional)\b/iu;

const MONEY = /[$€£]\s?\d[\d.,]*/g;
/** What a number in front of one of these counts is no part. */
const MEASURES =
  /^(?:v|volts?|ma|a|amps?|w|watts?|ohms?|k|cm|mm|m|inch|inches|pins?|channels?|bits?|dollars?|usd|euros?|bucks|percent|seconds?|minutes?|hours?|days?|weeks?|months?|aaa?|فولت|دولار|سم|ثانيه|ثوان|دقيقه|دقايق|ساعه|ساعات)$/u;

/** "two", "3": how many of a part; 1 where the message does not say. */
function quantityIn(text: string): number {
  const words = normalizedWords(text.replaceAll(MONEY, ' '));
  const found = words.map((word, index) => {
    if (MEASURES.test(words[index + 1] ?? '')) return 0;
    if (/^(?:a|an|another)$/.test(words[index - 1] ?? '') && ONE_MORE[word]) return ONE_MORE[word];
    return NUMBERS[word] ?? (/^\d{1,2}$/.test(word) ? Number(word) : 0);
  });
  return found.find((number) => number > 1 && number < 21) ?? 1;
}
