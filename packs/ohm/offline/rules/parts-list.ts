import { drivesHighLevel, isLowBoard } from '../../schema/artifacts/bom-checks.ts';
import { pinPools } from '../../schema/parts/pin-pools.ts';
import { partOf, type CataloguePart } from '../../schema/parts/catalogue.ts';
import { partCountsIn, partsNamedIn } from '../../schema/parts/find-parts.ts';
import { leftOutOf, toldWithout } from './left-out.ts';

/** A part as it is written into a list. */
export interface ListedPart {
  id: string;
  name: string;
  category: CataloguePart['category'];
  quantity: number;
  unitPrice: number;
  priceSource: 'catalogue_sample';
  voltage?: { min: number; max: number; logic?: number };
  currentMa?: { typical: number; max: number };
  interfaces?: CataloguePart['interfaces'];
  i2cAddress?: string;
}

const DEFAULT_BOARD = 'esp32-devkit';
const BOOST = 'boost-mt3608';
const BUCK = 'buck-mp1584';
const SUPPLY = 'psu-5v2a';
const BOARD_V = 5;
const ALWAYS = ['breadboard-830', 'jumper-40'];
/** What each of several equal parts needs for itself; other needs serve all of them. */
const FOR_EACH: ReadonlySet<string> = new Set(['led-5mm', 'dht11', 'dht22', 'ldr']);
/** What a part cannot do without. */
const NEEDS: Record<string, string[]> = {
  ds18b20: ['res-4k7'],
  dht11: ['res-10k'],
  dht22: ['res-10k'],
  ldr: ['res-10k'],
  'led-5mm': ['res-220'],
  'pump-5v': ['relay-1', SUPPLY],
};

/** A part of the catalogue as a component of the list. */
export function componentFor(part: CataloguePart, quantity = 1): ListedPart {
  const { id, name, category, supply, logic, currentMa, interfaces, i2cAddress, unitPrice } = part;
  const level = typeof logic === 'number' ? { logic } : {};
  return {
    id,
    name,
    category,
    quantity,
    unitPrice,
    priceSource: 'catalogue_sample',
    ...(supply && { voltage: { ...supply, ...level } }),
    ...(currentMa && { currentMa }),
    ...(interfaces.length > 0 && { interfaces }),
    ...(i2cAddress !== undefined && { i2cAddress }),
  };
}

/** "No power supply nearby": what is told of as missing. */
const NO_SUPPLY =
  /\b(?:no|without|not have|don'?t have|haven'?t got)(?: an?| any| the)? (?:power supply|adapter|mains adapter)\b|(?<!\p{L})(?:لا يوجد|لا|بدون|ليس لدي|ما عندي) (?:مصدر تغذية|محول كهرباء)/giu;

/**
 * The whole list for a project, out of everything that was said and written about it.
 *
 * @param decided texts whose board takes the place of any other that is named, the first that names one.
 */
export function partsFor(texts: readonly string[], decided: readonly string[] = []): ListedPart[] {
  const told = texts
    .map((text) => toldWithout(text).rest)
    .join('\n')
    .replaceAll(NO_SUPPLY, ' ');
  const leftOut = leftOutOf(texts);
  const named = partsNamedIn(told)
    .map(({ id }) => id)
    .filter((id) => !leftOut.has(id));
  const boards = [...decided.flatMap(partsNamedIn), ...partsNamedIn(told)];
  const board = boards.find(({ category }) => category === 'mcu')?.id ?? DEFAULT_BOARD;
  const others = named.filter((id) => partOf(id)?.category !== 'mcu' && !ALWAYS.includes(id));
  return listed([board, ...others], { counts: partCountsIn(texts.join('\n')) });
}

/** The resistors that parts need each for itself, by id, over a whole list. */
export function ownNeedsOf(parts: readonly { id: string; quantity: number }[]): Map<string, number> {
  const needs = new Map<string, number>();
  for (const { id, quantity } of parts)
    for (const needed of NEEDS[id] ?? [])
      if (needed.startsWith('res-'))
        needs.set(needed, (needs.get(needed) ?? 0) + (FOR_EACH.has(id) ? quantity : 1));
  return needs;
}

/** What is to be added to a list for the parts that a message names: those, and what they cannot do without. */
export function partsToAdd(text: string, known: readonly { id: string; category: string }[]): ListedPart[] {
  const named = partsNamedIn(text).map(({ id }) => id);
  const board = known.find(({ category }) => category === 'mcu')?.id;
  const ids = new Set(known.map(({ id }) => id));
  return listed(named, { board, counts: partCountsIn(text), known: [...ids] })
    .filter(({ id }) => !ids.has(id))
    .filter(({ id }) => !ALWAYS.includes(id));
}

function listed(
  ids: readonly string[],
  {
    board: ownBoard,
    counts,
    known = [],
  }: {
    board?: string | undefined;
    counts: ReadonlyMap<string, number>;
    /** Ids of what is in the list already. */
    known?: readonly string[];
  },
): ListedPart[] {
  const board = ownBoard ?? ids.find((id) => partOf(id)?.category === 'mcu');
  const quantities = new Map<string, number>();
  const add = (id: string, count = 1) => quantities.set(id, (quantities.get(id) ?? 0) + count);
  // Who runs it on batteries has no plug: a converter makes the 5 V of them.
  const feeding = [...known, ...ids];
  const onBatteries = feeding.some((id) => id.startsWith('battery-')) && !feeding.includes(SUPPLY);
  let needsFive = false;
  for (const id of ids) {
    const count = counts.get(id) ?? 1;
    // A part that another one needs may be named as well.
    if (!quantities.has(id)) add(id, count);
    for (const needed of NEEDS[id] ?? [])
      if (needed.startsWith('res-')) add(needed, FOR_EACH.has(id) ? count : 1);
      else if (needed === SUPPLY && onBatteries) needsFive = true;
      else if (!quantities.has(needed)) add(needed);
    if (needsShifter(id, board) && !quantities.has('level-shift-4')) add('level-shift-4');
  }
  const all = [...known, ...quantities.keys()];
  const isLow = feeding.some((id) => isLowCell(id));
  const isConverted = all.includes(BOOST) || (!isLow && all.includes(BUCK));
  if (!isConverted && (needsFive || needsBoost(all, board))) add(isLow ? BOOST : BUCK);
  for (const id of ALWAYS) if (!quantities.has(id)) add(id);
  return [...quantities].flatMap(([id, quantity]) => {
    const part = partOf(id);
    return part ? [componentFor(part, quantity)] : [];
  });
}

/** A battery of less than the 5 V that a converter makes of it. */
function isLowCell(id: string): boolean {
  return id.startsWith('battery-') && (partOf(id)?.supply?.max ?? BOARD_V) < BOARD_V;
}

/** A cell gives less than the board's own regulator takes, and nothing in the list lifts it or stands in for it. */
function needsBoost(ids: readonly string[], boardId: string | undefined): boolean {
  const cell = partOf(ids.find((id) => partOf(id)?.category === 'power' && id.startsWith('battery-')) ?? '');
  const raw = pinPools[boardId ?? '']?.raw;
  // From 5 V on nothing has to be lifted to the 5 V that the converter gives.
  if (!cell?.supply || !raw || cell.supply.max >= Math.min(raw.min, BOARD_V)) return false;
  return !ids.includes(BOOST);
}

/** Its output is at 5 V, and the board's pins take 3.3 V. */
function needsShifter(id: string, boardId: string | undefined): boolean {
  const [part, board] = [partOf(id), partOf(boardId ?? '')];
  if (!part || !board) return false;
  return drivesHighLevel(componentFor(part)) && isLowBoard(componentFor(board));
}
