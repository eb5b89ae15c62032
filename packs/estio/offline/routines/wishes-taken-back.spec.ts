import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { recordWishesOf } from '../record-wishes.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

const TAKEN_BACK = [
  'forget what I said about the garden',
  'forget about the pool',
  "I didn't say I want a pool",
  'I never said we need a garden',
  "we don't need a pool any more",
  'we no longer want a garden',
  'the pool is not important',
  'ignore my wish for a pool',
  'انس ما قلته عن الحديقة',
  'تجاهل ما قلته عن المسبح',
  'لم أقل إنني أريد مسبحا',
  'ما قلت إني أبي مسبح',
  'لم نعد نريد حديقة',
  'المسبح ليس ضروريا',
];

describe('a wish that is taken back', () => {
  it.each(TAKEN_BACK)('%s is none', (text) => expect(recordWishesOf(text)).toEqual([]));

  it.each(TAKEN_BACK)('%s: nothing is recorded and nothing searched', (text) => {
    const step = stepFor(text);
    expect(callsOf(step)).toEqual([]);
    expect(reply(step)).toMatch(/I note no wish of that|لم أسجل من ذلك شيئا/);
  });

  it('of anything else that was said', () => {
    expect(reply(stepFor('forget what I said about the schools'))).toContain('I note no wish of that');
    expect(reply(stepFor('forget that, please'))).toContain('I note no wish of that');
  });

  const filter = (field: string) => ({ field, op: 'eq', value: true });
  const listed = (...filters: object[]) => [
    made(
      'query_org_data',
      {
        dataset: 'properties',
        operation: 'list',
        filters: [
          ...filters,
          { field: 'status', op: 'eq', value: 'available' },
          { field: 'district', op: 'eq', value: 'Paphos' },
        ],
      },
      { rows: [] },
    ),
  ];

  it.each(['forget the pool', "I don't need a pool", 'لا أحتاج مسبحا', 'انس المسبح'])(
    '%s behind homes with one looks for them without it',
    (text) => {
      expect(callsOf(stepFor(text, { earlier: listed(filter('pool')) }))).toEqual([
        { tool: 'search_properties', arguments: { district: 'Paphos' } },
      ]);
      const [call] = callsOf(stepFor(text, { earlier: listed(filter('pool'), filter('seaView')) }));
      expect(call?.arguments['filters']).toContainEqual(filter('seaView'));
      expect(call?.arguments['filters']).not.toContainEqual(filter('pool'));
    },
  );
});

it.each([
  ["I didn't say a pool, I said a garden", ['description']],
  ['villas with a pool but I no longer need a garden', ['pool']],
  ['a villa with a pool, not in Aradippou', ['pool', 'area']],
  ["don't forget the pool", ['pool']],
  ['أريد فيلا بمسبح', ['pool']],
])('%s wishes the rest', (text, fields) => {
  expect(recordWishesOf(text).map(({ filter }) => filter.field)).toEqual(fields);
});

it.each([
  'Undo the last booking',
  'Forget the offer',
  'Strike the viewing on Friday',
  'اترك رسالة للمكتب',
  'اترك ملاحظة أن العميل يفضل الطابق الأرضي',
  'Ignore the email about schools',
  "I've asked for a flat in Larnaca with a pool",
  'ما طلبته هو شقة في لارنكا مع مسبح',
  "I've said we are moving in June because of the schools",
  'Forget it and send the offer',
  'forget what I said about the garden. Is prop-0043 still free?',
  'تجاهل رسالة إيلينا وأرسل العرض',
])('%s is answered for what it is', (text) => {
  expect(reply(stepFor(text)) ?? '').not.toMatch(/I note no wish of that|لم أسجل من ذلك شيئا/);
});

it.each([
  'Ignore the email from Elena and show me villas in Paphos with a pool',
  'Forget what I said about the garden and show me villas in Paphos with a pool',
  "I've asked for a villa in Paphos with a pool",
  'انس ما قلته عن الحديقة واعرض علي فيلا في بافوس مع مسبح',
])('%s looks for what it wants', (text) => {
  expect(recordWishesOf(text).map(({ filter }) => filter.field)).toEqual(['pool']);
  expect(callsOf(stepFor(text))[0]?.tool).toBe('query_org_data');
});

it.each(["I don't need a mortgage", 'we never wanted to leave', 'flats in Paphos, forget the pool'])(
  '%s is for others',
  (text) => expect(reply(stepFor(text))).toBeUndefined(),
);
