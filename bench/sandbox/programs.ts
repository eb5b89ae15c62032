/** Records in the answer of each tool call. */
const RECORDS = 50;

export const records = Array.from({ length: RECORDS }, (_, at) => ({
  id: at,
  title: `Record ${at}`,
  city: at % 3 ? 'Paphos' : 'Limassol',
  price: 50_000 + ((at * 7_919) % 400) * 1_000,
}));

export const SMALL = `
  const [a, b, c] = await Promise.all([list_records({ page: 1 }), list_records({ page: 2 }), list_records({ page: 3 })]);
  const byCity = new Map();
  for (const row of [...a, ...b, ...c])
    if (row.price < 300000) byCity.set(row.city, [...(byCity.get(row.city) ?? []), row]);
  return [...byCity].map(([city, rows]) => ({
    city,
    cheapest: rows.sort((x, y) => x.price - y.price).slice(0, 3).map(({ id, price }) => ({ id, price })),
  }));`;

export interface Bomb {
  bomb: string;
  code: string;
}

export const LOOP: Bomb = { bomb: 'endless loop', code: 'while (true) {}' };
export const MEMORY_BOMB: Bomb = {
  bomb: 'array that grows',
  code: 'const a = []; for (;;) a.push(new Array(1000).fill(1))',
};
export const BOMBS: readonly Bomb[] = [
  LOOP,
  {
    bomb: 'endless microtasks',
    code: 'const f = () => Promise.resolve().then(f); f(); await new Promise(() => {})',
  },
  MEMORY_BOMB,
  { bomb: 'exponential regular expression', code: `return /^(a+)+$/.test('a'.repeat(40) + 'b')` },
  { bomb: 'tool calls without end', code: 'for (;;) list_records({})' },
];

/** Programs that only wait until the wall clock ends them. */
export const WAITING: readonly Bomb[] = [
  { bomb: 'pause of 20 s', code: 'await sleep(20_000)' },
  { bomb: 'tool that never answers', code: 'await never_answers({})' },
  { bomb: 'promise that never settles', code: 'await Promise.all([new Promise(() => {}), sleep(20_000)])' },
];
