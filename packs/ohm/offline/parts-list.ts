import { normalizedWords, westernDigits, withDigits } from '#text';
import { drivesHighLevel, isLowBoard } from '../schema/artifacts/bom-checks.ts';
import { partOf, type CataloguePart } from '../schema/parts/catalogue.ts';
import { partsNamedIn } from '../schema/parts/find-parts.ts';
import { componentFor, type ListedPart } from '../schema/parts/listed-part.ts';

const DEFAULT_BOARD = 'esp32-devkit';
const SUPPLY = 'psu-5v2a';
const SHIFTER = 'level-shift-4';
const ALWAYS = ['breadboard-830', 'jumper-40'];
/** Parts that each need their own resistor; other required parts are shared. */
const FOR_EACH: ReadonlySet<string> = new Set(['led-5mm', 'dht11', 'dht22', 'ldr']);
/** Parts that another part requires. */
const NEEDS: Readonly<Record<string, string[]>> = {
  ds18b20: ['res-4k7'],
  dht11: ['res-10k'],
  dht22: ['res-10k'],
  ldr: ['res-10k'],
  'led-5mm': ['res-220'],
  'pump-5v': ['relay-1', SUPPLY],
};

/** A light that shines does not mean a light sensor. */
const SHINING = /\blights?\b(?! (?:sensors?|meters?|levels?|intensity))/gi;

/** The parts in a text, by their names in the catalogue. */
export function partsIn(text: string): CataloguePart[] {
  return partsNamedIn(text.replaceAll(SHINING, ' '));
}

/** Words around a part's name that mean no other part. */
const BESIDE_A_NAME = new Set(
  normalizedWords('a an the one sensor board module display واحد واحدة حساس لوحة'),
);

/** The one part that the whole text names. */
export function onlyPartIn(text: string): CataloguePart | undefined {
  const [part, ...others] = partsIn(text);
  if (!part || others.length > 0) return undefined;
  const own = new Set(normalizedWords([part.id, part.name, ...part.aliases].join(' ').replaceAll('-', ' ')));
  return normalizedWords(text).every((word) => own.has(word) || BESIDE_A_NAME.has(word)) ? part : undefined;
}

const MAX_COUNT = 20;

const plainWords = (text: string) => normalizedWords(westernDigits(withDigits(text))).join(' ');

/** A name of the part with the number right before it. */
function counted({ name, aliases }: CataloguePart): RegExp {
  const names = [name, ...aliases]
    .map((one) => plainWords(one).replaceAll(/[.*+?^$()[\]{}|\\]/g, '.'))
    .toSorted((one, other) => other.length - one.length);
  return new RegExp(`(?<= |^)(?:(\\d{1,2}) )?(?:${names.join('|')})s?(?= |$)`, 'g');
}

/** The quantity of a part that a text asks for: the number right before its name, else one. */
function countOf(part: CataloguePart, text: string): number {
  const numbers = [...plainWords(text).matchAll(counted(part))].map(([, number = '1']) => Number(number));
  return Math.min(MAX_COUNT, Math.max(1, ...numbers));
}

/** True if every number in the text belongs to a part's name or to a quantity. */
export function readsEveryNumber(text: string): boolean {
  const rest = partsIn(text).reduce((left, part) => left.replaceAll(counted(part), ' '), plainWords(text));
  return !/(?: |^)\d/.test(rest);
}

/**
 * The parts list of a project.
 *
 * @param texts the briefs and statements of the project
 * @param board a text with the board that was decided on; it takes the place of others that are named.
 */
export function partsFor(texts: readonly string[], board = ''): ListedPart[] {
  const told = texts.join('\n');
  const named = partsIn(told).filter(({ id }) => !ALWAYS.includes(id));
  const isBoard = ({ category }: CataloguePart) => category === 'mcu';
  const own = partsIn(board).find(isBoard) ?? named.find(isBoard) ?? partOf(DEFAULT_BOARD);
  const parts = [...(own ? [own] : []), ...named.filter((part) => !isBoard(part))];
  return listed(parts, told, own);
}

/** A part and its required parts, without those on the list. */
export function partsToAdd(
  part: CataloguePart,
  known: readonly { id: string; category: string }[],
): ListedPart[] {
  const board = partOf(known.find(({ category }) => category === 'mcu')?.id ?? '');
  const ids = known.map(({ id }) => id);
  return listed([part], '', board).filter(({ id }) => !ids.includes(id) && !ALWAYS.includes(id));
}

function listed(
  parts: readonly CataloguePart[],
  text: string,
  board: CataloguePart | undefined,
): ListedPart[] {
  const quantities = new Map<string, number>();
  const add = (id: string, count = 1) => quantities.set(id, (quantities.get(id) ?? 0) + count);
  for (const part of parts) {
    const count = countOf(part, text);
    if (!quantities.has(part.id)) add(part.id, count);
    for (const id of NEEDS[part.id] ?? [])
      if (id.startsWith('res-')) add(id, FOR_EACH.has(part.id) ? count : 1);
      else if (!quantities.has(id)) add(id);
    if (needsShifter(part, board) && !quantities.has(SHIFTER)) add(SHIFTER);
  }
  for (const id of ALWAYS) add(id);
  return [...quantities].flatMap(([id, quantity]) => {
    const part = partOf(id);
    return part ? [componentFor(part, quantity)] : [];
  });
}

/** Its output is at 5 V, and the board's pins take 3.3 V. */
function needsShifter(part: CataloguePart, board: CataloguePart | undefined): boolean {
  return board !== undefined && drivesHighLevel(componentFor(part)) && isLowBoard(componentFor(board));
}
