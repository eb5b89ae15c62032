import { anySpelling, normalizedWords, westernDigits, withDigits } from '#text';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import { partOf } from '../../schema/parts/catalogue.ts';
import { driversFor, isPartAlone, partsAlike, partsNamedIn } from '../../schema/parts/find-parts.ts';
import { changeWishIn, ordered } from './change-wish.ts';
import { optimizationsFor } from './cost-plan.ts';
import { toldWithout, withoutUnwantedSuch } from './left-out.ts';
import { allNamed, goneBut, keepsOnly, leavesOnlyParts, onlyLeftIn } from './only-left.ts';
import { componentFor, ownNeedsOf, partsToAdd } from './parts-list.ts';
import { boardInstead, ofTheSameWork, partInstead, type PartInstead } from './part-instead.ts';
import { placesIn } from './places.ts';

export const REMOVES = anySpelling(
  /\b(?:remove|drop|take out|take off|(?<!\b(?:work|works|run|runs|function|functions|start|starts|do|go|possible) (?:\w+ )?)without|delete|no longer need|no need (?:for|of)|(?<=^\W*|[,;.] *|\b(?:and|but|with|list|please|pls) )no (?=(?:the )?(?!wait\b)\p{L}[\p{L}\d]*(?: [\p{L}\d]+)?\W*$)|get rid of|leave out|kick out|throw out|scratch|(?:don'?t|do not) (?:need|want|use)(?! to\b|[^.!]*\bto (?:be|do|have)\b)|(?:take|leave) (?:it|that|this|them|everything|all|the [\p{L}\d ]{2,30}) (?:out|off|away))\b|(?<!\p{L})(?:و)?(?:احذف\p{L}*|أزل\p{L}*|شيل\p{L}*|امسح\p{L}*|استبعد\p{L}*|ألغ\p{L}*|(?<!(?:[يت]عمل|[يت]شتغل) (?:\p{L}+ )?)(?:بدون|بلا|من دون|من غير)|لا أحتاج|لا نحتاج|ما أحتاج|لا أريد|ما بدي|لا داعي ل)/iu,
);
/** "Switch the pump with a relay", "change its speed": that is what the device does. */
export const REPLACES = anySpelling(
  /\b(?:replace|swap|change(?![^.?!]*\b(?:brightness|speed|colou?r|volume|direction|angle|position|settings?)\b)|switch(?![^.?!]*\b(?:on|off)\b|[^.?!]*\b(?:with|by|using|through)\b[^.?!]*\b(?:relay|button|transistor|mosfet|sensor|timer|remote)\b)|exchange|substitute)\b|(?<!\p{L})و?(?:استبدل\p{L}*|بدل\p{L}*|غير(?:ها|ه)(?!\p{L}))|^\P{L}*غي(?:ّ)?ر(?=\s)|(?<=(?:ممكن|يمكنك|لو سمحت|بدي|أريد أن|أريد|من فضلك) )[أتن]?غير(?=\s)|\buse (?:an?|the|some) (?:cheaper|less expensive)\b/iu,
);
/** May stand between what goes and what comes in its place. */
const IN_ITS_PLACE = anySpelling(
  /\b(?:with|by|for|to)\b|\sب|\s(?:إلى|الى|ل|لـ)(?=\s)|\sل(?=(?:ل\p{L}|أردوينو|بيكو|نانو))/giu,
);
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
  /** What it is to take the place of is not in the list. */
  | { kind: 'not found'; goes: string; comes: string[] }
  /** What is to go is in the list, and nothing is named that is to come. */
  | { kind: 'nothing to come'; parts: Listed[] }
  /** What it names is there. */
  | { kind: 'already there'; parts: Listed[] }
  /** Nothing is to be done, and something is to stay as it is. */
  | { kind: 'left alone'; parts: Listed[] }
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
  const read = ordered(text);
  return (
    [REMOVES, REPLACES, RESTORES, INSTEAD].some((one) => one.test(read)) ||
    partInstead(text) !== undefined ||
    wantsCheaperPart(text) ||
    leavesOnlyParts(text)
  );
}

/** @param said earlier messages of the person, oldest first. */
export function changesFor(
  written: string,
  known: Bom['components'],
  said: readonly string[] = [],
): ListChange {
  const text = corrected(written);
  const only = onlyLeftIn(text);
  const wish = changeWishIn(text);
  const { stays } = wish;
  // "Add a display, but no buzzer".
  const told = ADDS.test(wish.does) ? toldWithout(wish.does).rest : wish.does;
  const does = withoutUnwantedSuch(told);
  if (only === undefined && does === '') return { kind: 'left alone', parts: allNamed(stays, known) };
  // "Keep only the display on at night": what is no list of parts changes none.
  if (only === undefined && stays === '' && keepsOnly(text))
    return { kind: 'left alone', parts: allNamed(text, known) };
  if (only === undefined && does !== told && !changesList(does) && !ADDS.test(does))
    return { kind: 'left alone', parts: allNamed(told, known) };
  // "Don't take the buzzer out, replace it …": it is what stands before.
  const before = stays === '' ? said : [...said, stays];
  const change = only === undefined ? saidChange(does, known, before) : allBut(only, text, known);
  if (change.kind !== 'changed') return change;
  return changed([...change.changes, ...neededFor(change.changes, known)]);
}

function allBut(only: string, text: string, known: Bom['components']): ListChange {
  const go = goneBut(only, text, known);
  return go.length === 0
    ? { kind: 'not listed', named: namesIn(only), wish: 'remove' }
    : changed(gone(go.map(({ id }) => id)));
}

/** "3 LEDs, no, 4": the last number counts. */
const CORRECTS = anySpelling(
  /(?<!\d)\d{1,2}(?!\d)((?:(?!\d)[^.!?])*?)[\s,،]+(?:no|nope|sorry|i mean|rather|لا|قصدي|أقصد|عفوا)[\s,،]+(?:(?:wait|make (?:it|that)|better|rather|sorry|بل)[\s,،]+)*(\d{1,2})(?:\s*[.!]?$)/iu,
);
const corrected = (text: string) => withDigits(westernDigits(text)).replace(CORRECTS, '$2$1');

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
  if (replaced && replaced.ids.length === 0 && replaced.goes !== undefined)
    return { kind: 'not found', goes: replaced.goes, comes: namesIn(replaced.by) };
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
      const own = driversFor(id, quantity, text);
      const count = ON_TOP.test(text) ? there + own : own;
      return count > 1 ? [{ id, quantity: count }] : [];
    });
  const come = partsToAdd(text, known).map((part): Change => ({
    ...part,
    ...(quantity > 1 &&
      named.some(({ id }) => id === part.id) && { quantity: driversFor(part.id, quantity, text) }),
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
): Replacement | undefined {
  const [comesFirst, goesLast] = INSTEAD.test(text) ? text.split(INSTEAD) : [];
  if (comesFirst !== undefined && goesLast !== undefined && partsNamedIn(comesFirst).length > 0) {
    const goes = listedIn(goesLast, known, said).map(({ id }) => id);
    const ids = goes.length > 0 ? goes : boardInstead(text, known);
    const isThing = A_THING.test(goesLast) || partsNamedIn(goesLast).length > 0;
    return { ids, by: comesFirst, ...(isThing && { goes: bare(goesLast) }) };
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
    const board = partsNamedIn(by).some(({ category }) => category === 'mcu');
    // A project has one board: another one takes its place, by whatever name it was called.
    const boards = board ? known.filter(({ id, category }) => category === 'mcu' && !comes.includes(id)) : [];
    const go = [...new Set([...ids, ...boards.map(({ id }) => id)])];
    if (comes.length > 0 && go.length > 0) return { ids: go, by };
    const isNew = comes.some((id) => !known.some((one) => one.id === id));
    if (isNew && isPartAlone(by.replace(LEADS_IN, '')))
      return { ids: [], by, goes: bare(behind.slice(0, index)) };
  }
  // "بدل البيكو ESP32": what goes stands first.
  const [goes, comes, ...others] = partsNamedInOrder(behind);
  const isListed = (id: string | undefined) => known.some((one) => one.id === id);
  return goes &&
    comes &&
    others.length === 0 &&
    isListed(goes.id) &&
    !isListed(comes.id) &&
    ADDS.test(text) === false
    ? { ids: [goes.id], by: comes.name }
    : undefined;
}

/** What is replaced by what. */
interface Replacement {
  ids: string[];
  /** The words that name what comes. */
  by: string;
  /** The words for what goes, be it in the list or not; undefined where they name no thing. */
  goes?: string;
}
const A_THING = anySpelling(/^\W*(?:the|my|our|an?|this|that|its?|them)\b|^\s*ال/iu);
const LEADS_IN = anySpelling(/^\s*(?:with|by|for|to|إلى|ل(?=\s)|ب\s?|ل)\s*/iu);
const bare = (words: string) => words.replace(/^\W*(?:the|my|our|this|that)\s|[\s.!?؟,،]+$/giu, '').trim();

/** The parts of a text, the one that is named first coming first. */
function partsNamedInOrder(text: string) {
  const words = text.split(/\s+/);
  const at = ({ id }: { id: string }) =>
    words.findIndex((_, end) => partsNamedIn(words.slice(0, end + 1).join(' ')).some((one) => one.id === id));
  return partsNamedIn(text).toSorted((one, other) => at(one) - at(other));
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
