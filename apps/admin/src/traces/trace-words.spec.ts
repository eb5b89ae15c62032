import { spansWithWords } from '#contracts/console';
import { bodyOf, useAdmin, type SignedIn } from '../admin.fixture.ts';
import { addSpans, addTurn, type AddedTurn } from '../console-rows.fixture.ts';
import { usualSpans } from '../usual-spans.fixture.ts';

let turn: AddedTurn;
let nameOf: Map<string, string>;

const { admin, member, analyst, stranger } = useAdmin();

beforeAll(async () => {
  const { database, orgA } = admin;
  turn = await addTurn(database, { orgId: orgA.id });
  const spans = await addSpans(database, orgA.id, turn, [
    ...usualSpans(),
    { name: 'note', kind: 'policy', startMs: 1_300, durationMs: 1, output: { said: 'so "loud"\n100%' } },
  ]);
  nameOf = new Map([...spans].map(([name, id]) => [id, name]));
});

const ask = (who: SignedIn, words: string) =>
  who.get(`/admin/traces/${turn.traceId}/words?q=${encodeURIComponent(words)}`);
const found = async (who: SignedIn, words: string) =>
  (await bodyOf(spansWithWords, ask(who, words))).items.map(({ spanId, where }) => [
    nameOf.get(spanId),
    where,
  ]);

it.each([
  ['SETTLE', [['settle', 'name']]],
  [
    'search_properties',
    [
      ['broker', 'output'],
      ['chat gpt-5-mini', 'more'],
      ['execute_tool search_properties', 'name'],
    ],
  ],
  ['key is required', [['execute_tool store_insight', 'error']]],
  ['near_sea', [['execute_tool search_properties', 'input']]],
  ['بإطلالة', [['execute_tool search_properties', 'output']]],
  ['A flat near the sea', [['chat gpt-5-mini', 'more']]],
  ['202', [['POST /v1/messages', 'more']]],
  ['so "loud"\n', [['note', 'output']]],
  ['100%', [['note', 'output']]],
  ['1_0%', []],
])('finds %p by name, error and texts, in the order of the trace', async (words, spans) => {
  expect(await found(member, words)).toEqual(expect.arrayContaining(spans));
  expect(await found(member, words)).toHaveLength(spans.length);
});

it('searches only texts that the viewer may read', async () => {
  expect(await found(analyst, 'near_sea')).toEqual([]);
  expect(await found(analyst, '202')).toEqual([]);
  expect(await found(analyst, 'key is required')).toHaveLength(1);
  expect(await found(stranger, 'settle')).toEqual([]);
});
