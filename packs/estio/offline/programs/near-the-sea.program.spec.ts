import { normalizeText } from '#text';
import { type ProgramFacts } from '#pack-kit';
import { nearTheSea } from './near-the-sea.program.ts';

const facts: ProgramFacts = {
  contactId: null,
  userId: null,
  now: new Date('2026-11-18T10:00:00Z'),
  timezone: 'Asia/Nicosia',
};
const message = (text: string) => ({ text, normalized: normalizeText(text), language: 'en' });
const homes = Array.from({ length: 17 }, (_, at) => ({
  id: `prop-00${10 + at}`,
  price: at,
  description: '',
  distanceToSea: 100,
}));

interface Told {
  first: number;
  total: number;
  items: { id: string }[];
}

/** The program as the sandbox runs it, on so many matches. */
async function ask(text: string, before?: Told, matches = homes): Promise<Told> {
  const told = nearTheSea.tells?.(message(text), { ...facts, before });
  // oxlint-disable-next-line typescript/no-implied-eval -- what is tested is the text of a program
  const run = new Function(
    'told',
    'wish',
    'contactId',
    'search_properties',
    `return (async () => {${nearTheSea.code}})()`,
  ) as (...given: unknown[]) => Promise<Told>;
  return run(told, {}, null, () => Promise.resolve(matches));
}

const placesOf = ({ first, items }: Told) => [first + 1, first + items.length];

it('goes on behind what was told last, to the end', async () => {
  const first = await ask('flats by the sea');
  const second = await ask('more', first);
  const third = await ask('show me more', second);
  const fourth = await ask('المزيد', third);
  expect([first, second, third, fourth].map(placesOf)).toEqual([
    [1, 5],
    [6, 10],
    [11, 15],
    [16, 17],
  ]);
  const all = [first, second, third, fourth].flatMap(({ items }) => items.map(({ id }) => id));
  expect(new Set(all).size).toBe(17);
  expect(placesOf(await ask('more', fourth))).toEqual([16, 17]);
});

it('a search of its own begins anew', async () => {
  const second = await ask('more', await ask('flats by the sea'));
  expect(placesOf(await ask('villas by the sea', second))).toEqual([1, 5]);
});

it('few are told once more as the last', async () => {
  const few = homes.slice(0, 4);
  expect(placesOf(await ask('more', await ask('flats by the sea', undefined, few), few))).toEqual([1, 4]);
});
