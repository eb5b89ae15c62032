import type { Exchange } from './conversation.ts';
import { nameOf } from './describe.ts';
import { LAST, ORDINALS, placeInList } from './fill/ordinals.ts';
import type { ReadMessage } from './message.ts';

/** A thing that a message asks about: what was found of it before, or that it was not. */
export interface EarlierItem {
  /** As the message or the list calls it. */
  name: string;
  /** The line of the reply that told of it. */
  line?: string;
  fields?: Record<string, unknown>;
}

const list = (words: string) => words.split(/\s+/);
/** All that a message says that only asks for more about one thing. */
const ASKING = new Set(
  list(
    `tell me more about of on the one option number no property listing flat apartment house villa please ok okay and what is can
     could you give show details detail info information i like want to know interested in hear a some for this that it
     اخبرني عن المزيد تفاصيل العقار رقم من فضلك اريد اعرف اكثر اعطني ما هو هي`,
  ),
);
const ID = /^[a-z]{2,}(?:-[a-z]+)*-\d[\w-]*$/i;

/** The one of a list, or the id, that the message asks about and asks nothing else; undefined for other messages. */
export function earlierItem(message: ReadMessage, earlier: readonly Exchange[]): EarlierItem | undefined {
  const tokens = message.text
    .split(/\s+/)
    .map((token) => token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  const ids = tokens.filter((token) => ID.test(token));
  const words = message.words.filter(
    (word) => !ids.some((id) => id.toLowerCase().split(/[-_]/).includes(word)),
  );
  if (ids.length > 1) return undefined;
  const place = ids.length === 1 ? undefined : placeInList(words);
  const rest = words.filter((word) => !ASKING.has(word) && (place === undefined || !isPlace(word, place)));
  if (rest.length > 0) return undefined;
  const [id] = ids;
  if (id !== undefined) return words.length === 0 ? undefined : find(id.toLowerCase(), earlier);
  return place === undefined ? undefined : inList(place, earlier);
}

function isPlace(word: string, place: number): boolean {
  return word === String(place + 1) || (place < 0 ? LAST : (ORDINALS[place] ?? [])).includes(word);
}

function inList(place: number, earlier: readonly Exchange[]): EarlierItem | undefined {
  const id = idInList(place, earlier);
  return id === undefined ? undefined : find(id, earlier);
}

/** The id of what a message picks by its place out of the list that was told last, whatever else it says. */
export function pickedId({ words }: ReadMessage, earlier: readonly Exchange[]): string | undefined {
  const place = placeInList(words);
  return place === undefined ? undefined : idInList(place, earlier);
}

/** The same out of the list that was told last with ids of a prefix; undefined where it has no such place. */
export function toldId(place: number, earlier: readonly Exchange[], prefix: string): string | undefined {
  const lists = earlier.map(({ reply }) =>
    (reply.match(/^\d+\. .+$/gm) ?? []).filter((line) => idOf(line)?.toLowerCase().startsWith(`${prefix}-`)),
  );
  const told = lists.findLast((lines) => lines.length > 0) ?? [];
  const line = place < 0 ? told.at(place) : told.find((text) => text.startsWith(`${place + 1}. `));
  return idOf(line)?.toLowerCase();
}

const idOf = (line: string | undefined) =>
  line === undefined ? undefined : /\(([^()\s]+)\)/.exec(line)?.[1];

function idInList(place: number, earlier: readonly Exchange[]): string | undefined {
  const reply = earlier.map((exchange) => exchange.reply).findLast((text) => /^\d+\. /m.test(text));
  const lines = reply?.match(/^\d+\. .+$/gm) ?? [];
  const line =
    lines.find((text) => text.startsWith(`${place + 1}. `)) ?? (place < 0 ? lines.at(place) : undefined);
  return idOf(line);
}

function find(id: string, earlier: readonly Exchange[]): EarlierItem {
  const items = earlier
    .flatMap(({ calls }) => calls)
    .flatMap(({ result }) => itemsOf(result?.data))
    .filter((item) =>
      [item['id'], item['reference']].some((own) => String(own).toLowerCase() === id.toLowerCase()),
    );
  const line = earlier
    .flatMap(({ reply }) => reply.split('\n'))
    .findLast((text) => text.toLowerCase().includes(`(${id.toLowerCase()})`));
  const fields = items.at(-1);
  return { name: id, ...(line && { line: line.replace(/^\d+\. /, '') }), ...(fields && { fields }) };
}

function itemsOf(found: unknown): Record<string, unknown>[] {
  const { items } = (typeof found === 'object' && found !== null ? found : {}) as { items?: unknown };
  return Array.isArray(items) ? items.filter((item) => typeof item === 'object' && item !== null) : [];
}

/** What is known of it beyond the line that told of it. */
export function furtherFields({ line = '', fields = {} }: EarlierItem): string[] {
  return Object.entries(fields)
    .filter(
      ([key, value]) =>
        key !== 'id' && isSaid(value) && !(line && (typeof value !== 'string' || line.includes(value))),
    )
    .map(([key, value]) => `${key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()}: ${wordOf(value)}`);
}

const isSaid = (value: unknown) => value !== null && value !== undefined && value !== '';
const wordOf = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : nameOf(value));
