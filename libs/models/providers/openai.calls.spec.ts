import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { OpenAiAnswer } from './openai.answer.ts';
import type { CallPiece } from './openai.calls.ts';

const TOOLS = ['read_file', 'read', 'write_file', 'gogogo', 'get_time'];

/** The calls of an answer whose deltas have these pieces. */
const callsOf = (deltas: readonly CallPiece[][]) => readCalls(deltas).map(({ id: _id, ...call }) => call);

function readCalls(deltas: readonly CallPiece[][]) {
  const answer = new OpenAiAnswer(TOOLS);
  for (const tool_calls of deltas) answer.add({ choices: [{ delta: { tool_calls } }] } as never);
  const { toolCalls } = answer.result({ promptTokens: 1, cachedTokens: 0, completionTokens: 1 });
  return toolCalls;
}

const values = fc.oneof(fc.string(), fc.integer(), fc.constantFrom({ a: [{ a: '}' }] }, '{"a":1}', '\\"{'));
const calls = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...TOOLS, 'unknown_tool'),
    arguments: fc.dictionary(fc.constantFrom('a', 'path', '"}{'), values, { maxKeys: 3 }),
  }),
  { minLength: 1, maxLength: 4, selector: (call) => JSON.stringify(call) },
);
const cuts = fc.array(fc.nat(40), { maxLength: 5 });

function split(text: string, places: readonly number[]): string[] {
  const ends = [...places.filter((place) => place < text.length), text.length].toSorted((a, b) => a - b);
  return ends.map((end, at) => text.slice(at === 0 ? 0 : ends[at - 1], end)).filter((piece) => piece !== '');
}

type Piece = [name: string, json: unknown, idEnd?: number];
const SPLIT_NAME = 'a split name';
const EMPTY_FIRST = 'an empty object first';
const OTHER_IDS = 'another id with each piece';
/** The pieces in which servers send a call, whose arguments are `whole`, or `parts` of it. */
const STYLES: Record<string, (name: string, whole: string, parts: string[]) => Piece[]> = {
  'a name once': (name, _whole, parts) => [[name, ''], ...parts.map((part): Piece => ['', part])],
  [SPLIT_NAME]: (name, whole) => [...split(name, [2, 4]).map((part): Piece => [part, '']), ['', whole]],
  'a name in each piece': (name, _whole, parts) => parts.map((part) => [name, part]),
  'all arguments so far in each piece': (name, whole, parts) =>
    parts.map((_, at): Piece => [name, at + 1 < parts.length ? parts.slice(0, at + 1).join('') : whole]),
  'all arguments in each piece': (name, whole) => [1, 2, 3].map(() => [name, JSON.parse(whole)]),
  'all arguments in each piece, as text': (name, whole) => [1, 2, 3].map(() => [name, whole]),
  [EMPTY_FIRST]: (name, _whole, parts) => [[name, '{}'], ...parts.map((part): Piece => ['', part])],
  'all arguments behind their pieces': (name, whole, parts) => [
    ...parts.map((part): Piece => [name, part]),
    [name, whole],
  ],
  [OTHER_IDS]: (name, _whole, parts) => parts.map((part, at) => [name, part, at]),
  'arguments encoded twice': (name, whole) => [[name, JSON.stringify(whole)]],
};
const NUMBERS: Record<string, (piece: CallPiece) => CallPiece> = {
  'each call': (piece) => piece,
  'each call with 0': (piece) => ({ ...piece, index: 0 }),
  'each call with 0, without ids': ({ function: called }) => ({ index: 0, function: called }),
  'no call': ({ index: _index, ...piece }) => piece,
};
const combinations = Object.keys(STYLES).flatMap((style) =>
  Object.keys(NUMBERS).map((numbers) => [style, numbers]),
);

it.each(combinations)('a stream with %s that numbers %s is read as it was meant', (style, numbers) =>
  forAll(100, calls, cuts, (list, places) => {
    // Without numbers, only names tell calls apart, or ids that stay the same within a call.
    const names = new Set(list.map(({ name }) => name));
    const hasIds = numbers !== 'each call with 0, without ids' && ![EMPTY_FIRST, OTHER_IDS].includes(style!);
    const areTold = style === SPLIT_NAME ? list.length === 1 : hasIds || names.size === list.length;
    fc.pre(numbers === 'each call' || areTold);
    const deltas = list.flatMap((call, index) => {
      const whole = JSON.stringify(call.arguments);
      return STYLES[style!]!(call.name, whole, split(whole, places)).map(([name, json, idEnd = '']) => [
        NUMBERS[numbers!]!({ index, id: `c${index}${idEnd}`, function: { name, arguments: json } }),
      ]);
    });
    expect(callsOf(deltas)).toEqual(list);
  }),
);

it('calls of one tool are told apart by their arguments if nothing else tells them apart', () => {
  const cities = ['Paphos', 'Larnaca'].map((city) => ({ name: 'get_time', arguments: { city } }));
  const pieces = cities.map((call): CallPiece => ({ index: 0, id: 'call_0', function: call }));
  expect(callsOf([...pieces, ...pieces].map((piece) => [piece]))).toEqual(cities);
  expect(callsOf([pieces])).toEqual(cities);
});

it.each(['', 'null', '""', ' ', '{}{}'])('the arguments %j are none', (json) =>
  expect(callsOf([[{ function: { name: 'read', arguments: json } }]])).toEqual([
    { name: 'read', arguments: {} },
  ]),
);

it.each(['```json\n{"a":"1\\n2"}\n```', '{"a":"1\n2",}', "{'a': '1\\n2'}", '{a: "1\n2"}'])(
  'the arguments %j are read',
  (json) =>
    expect(callsOf([[{ function: { name: 'read', arguments: json } }]])).toEqual([
      { name: 'read', arguments: { a: '1\n2' } },
    ]),
);

it.each([
  '{"a":',
  '[1]',
  '7',
  'read it',
  '{"a":1}{"b":',
  '{"a":1} and {"b":2}',
  `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
])('keeps the arguments %j', (json) =>
  expect(callsOf([[{ function: { name: 'read', arguments: json } }]])).toEqual([
    { name: 'read', arguments: {}, malformed: json },
  ]),
);

const HI = { type: 'text', text: 'Hi' };
const thoughts = ['Hm.'];
it.each<[object, object?]>([
  [{ content: [{ type: 'thinking', thinking: 'Hm.' }, HI] }],
  [{ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }, 'Hi'] }],
  [
    {
      content: [
        { type: 'reasoning', summary: ['Hm.'] },
        { type: 'output_text', text: 'Hi' },
      ],
    },
  ],
  [{ content: [{ type: 'summary_text', text: 'Hm.' }, 'Hi'] }],
  [{ content: '<think>Hm.</think>Hi' }],
  [{ content: 'Hi', reasoning_content: '', reasoning: 'Hm.' }],
  [{ content: 'Hi', reasoning_content: 'Hm.', reasoning: 'Hm.' }],
  [{ content: 'Hi', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] }],
  [
    { content: null, thinking: 'Hm.' },
    { text: '', thoughts },
  ],
  [{ content: HI }, { text: 'Hi' }],
  [{ content: [{ type: 'text', text: { value: 'Hi' } }] }, { text: 'Hi' }],
  [{ content: [{ type: 'output_text', output_text: 'Hi' }] }, { text: 'Hi' }],
  [{ content: { parts: [{ text: 'Hi' }] } }, { text: 'Hi' }],
  [{ content: [{ type: 'refusal', refusal: 'No' }] }, { text: 'No' }],
  [{ content: [null, 7, { type: 'image_url', image_url: {} }, { type: 'text' }] }, { text: '' }],
  [
    { function_call: { name: 'read', arguments: '{}' } },
    { toolCalls: [{ id: 'call_0', name: 'read', arguments: {} }] },
  ],
  [
    { tool_calls: [{ id: 'a', name: 'read', arguments: { b: 1 } }] },
    { toolCalls: [{ id: 'a', name: 'read', arguments: { b: 1 } }] },
  ],
])('%j is read, in a stream and whole', (message, expected = { text: 'Hi', thoughts }) => {
  for (const choice of [{ delta: message, finish_reason: 'stop' }, { message }]) {
    const answer = new OpenAiAnswer(TOOLS);
    answer.add({ choices: [{ ...choice, usage: { prompt_tokens: 1, completion_tokens: 2 } }] } as never);
    expect(answer).toMatchObject({ finished: true, usage: { promptTokens: 1, completionTokens: 2 } });
    const { toolCalls, text, thoughts: read } = answer.result(answer.usage!);
    expect({ toolCalls, text, ...(read && { thoughts: read }) }).toEqual({
      toolCalls: [],
      text: '',
      ...expected,
    });
  }
});

it.each([[[0, 1]], [[0, 0]], [[undefined, undefined]]])(
  'a call that is sent twice as %j keeps its id',
  (numbers) => {
    const call = { name: 'get_time', arguments: { city: 'Paphos' } };
    const read = readCalls([numbers.map((index) => ({ index, id: 'call_7', function: call }))]);
    expect(read).toEqual([0, 1].map(() => ({ id: 'call_7', ...call })));
  },
);

/** Each piece is a delta, and the message beside it behind a plus. */
it.each([
  ['Hello', 'Hel+null', 'lo+null'],
  ['Hello', 'Hel+Hel', 'lo+Hello'],
  ['Hello', '+', 'Hel', 'lo', '+Hello'],
  ['Hello', '+Hel', 'lo+Hello'],
  ['Hello', '+Hello'],
  ['Hello you', 'Hel', 'Hello', 'Hello you', 'Hello you', ''],
  ['Hello you', '+Hel', '+Hello', '+Hello you'],
  ['hahaha, hahaha', 'ha', 'haha', ', ha', 'haha'],
  ['-'.repeat(112), ...[16, 32, 64].map((length) => '-'.repeat(length))],
])('the text %j is read once', (text, ...pieces) =>
  expect(readText(pieces.map((piece) => piece.split('+')))).toBe(text),
);

it('pieces of a text are read like all text so far, with the message beside them or not', () =>
  forAll(200, fc.string({ unit: 'grapheme' }), cuts, fc.boolean(), (end, places, isBeside) => {
    const text = `Paphos is warm. ${end}`;
    const pieces = ['<think>Where is it?</', ...split(`think>${text}`, places)];
    const soFar = pieces.map((_, at) => pieces.slice(0, at + 1).join(''));
    for (const contents of [pieces, soFar])
      expect(readText(contents.map((content, at) => (isBeside ? [content, soFar[at]!] : [content])))).toBe(
        text,
      );
  }));

/** The text of an answer, which its reader has too. */
function readText(pieces: readonly string[][]): string {
  const answer = new OpenAiAnswer();
  let reader = '';
  for (const [content, beside] of pieces) {
    const message = beside === 'null' ? null : { content: beside };
    answer.add({ choices: [{ delta: { content }, ...(beside !== undefined && { message }) }] } as never);
    reader += answer.said.next().text;
  }
  answer.said.end();
  expect(reader + answer.said.next().text).toBe(answer.said.text);
  return answer.said.text;
}
