import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { callIdOf } from '../call-id.ts';
import { ModelPicture, type ModelMessage, type ModelToolCall } from '../language-model.ts';
import { sendableMessages } from './sendable-messages.ts';

const user = (text: string): ModelMessage => ({ role: 'user', text });
const assistant = (text: string, ...calls: [id: string, name?: string][]): ModelMessage => ({
  role: 'assistant',
  text,
  toolCalls: calls.map(([id, name = 'look']): ModelToolCall => ({ id, name, arguments: {} })),
});
const result = (toolCallId: string, text = toolCallId): ModelMessage => ({
  role: 'tool',
  toolCallId,
  name: 'look',
  text,
});

/** Roles and texts, with the text of each result behind the number of its call in the conversation. */
function written(messages: readonly ModelMessage[]): string[] {
  const sent = sendableMessages(messages);
  const ids = sent
    .flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []))
    .map(({ id }) => id);
  return sent.map((message) => {
    if (message.role === 'tool') return `${ids.indexOf(message.toolCallId)}: ${message.text}`;
    const calls =
      message.role === 'assistant' ? message.toolCalls.map(({ id }) => `[${ids.indexOf(id)}]`) : [];
    return [message.role, message.text, ...calls].filter(Boolean).join(' ');
  });
}

describe('the messages of a request', () => {
  it.each<[string, ModelMessage[], unknown[]]>([
    ['nothing', [], ['user (Continue.)']],
    [
      'a reply first',
      [assistant('Hi'), user('a')],
      ['user (The conversation began earlier.)', 'assistant Hi', 'user a'],
    ],
    ['a reply last', [user('a'), assistant('Hi')], ['user a', 'assistant Hi', 'user (Continue.)']],
    [
      'results of which one is missing and one has no call',
      [user('a'), assistant('', ['x'], ['y']), result('z'), result('y')],
      ['user a', 'assistant [0] [1]', expect.stringMatching(/^0: .*interrupted/), '1: y'],
    ],
    [
      'results in another order, late and with the same ids',
      [user('a'), assistant('', ['x'], ['x']), user('b'), result('x', 'one'), result('x', 'two')],
      ['user a', 'assistant [0] [1]', '0: one', '1: two', 'assistant (No reply was given.)', 'user b'],
    ],
    [
      'an id that every turn repeats',
      [user('a'), assistant('', ['']), assistant('', ['']), result('', 'late'), assistant('Hi'), user('b')],
      [
        'user a',
        'assistant [0]',
        expect.stringMatching(/^0: .*interrupted/),
        'assistant [1]',
        '1: late',
        'assistant Hi',
        'user b',
      ],
    ],
    [
      'a turn without a reply, and an empty reply',
      [user('a'), user('b'), assistant(' '), assistant('One'), assistant('two'), user('')],
      ['user a', 'assistant One\n\ntwo', 'user (Continue.)'],
    ],
    [
      'an empty result',
      [user('a'), assistant('', ['x']), result('x', ' \n')],
      ['user a', 'assistant [0]', '0: (no output)'],
    ],
  ])('are acceptable with %s', (_what, messages, expected) => {
    expect(written(messages)).toEqual(expected);
  });

  it('keep our own ids, texts in order and pictures', () => {
    const id = callIdOf(12, 3, 1);
    const picture = new ModelPicture('a.png', 'image/png', 'hash', Buffer.from('a'));
    expect(
      sendableMessages([
        { role: 'user', text: '', parts: [picture, { type: 'text', text: ' ' }] },
        { role: 'user', text: 'b', parts: [{ type: 'text', text: 'c' }] },
        assistant('', [id]),
        result(id),
      ]),
    ).toEqual([
      { role: 'user', text: '', parts: [picture, { type: 'text', text: 'b' }, { type: 'text', text: 'c' }] },
      assistant('', [id]),
      result(id),
    ]);
  });

  it('have the same beginning in each request of a conversation, and are not modified', () => {
    const part = fc.oneof(
      fc.constantFrom('', ' ', 'a', 'b').map(user),
      fc
        .tuple(
          fc.constantFrom('', 'a'),
          fc.array(fc.constantFrom('', 'x', 'functions.look:0', callIdOf(1, 1, 0))),
        )
        .map(([text, ids]) => assistant(text, ...ids.map((id): [string] => [id]))),
      fc.constantFrom('', 'x', 'y').map((id) => result(id)),
    );
    forAll(100, fc.array(part), part, (messages, next) => {
      const before = JSON.stringify(messages);
      const idsOf = (sent: ModelMessage[]) =>
        sent.flatMap((message) =>
          message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : [],
        );
      const ids = idsOf(sendableMessages(messages));
      expect(new Set(ids).size).toBe(ids.length);
      expect(idsOf(sendableMessages([...messages, next])).slice(0, ids.length)).toEqual(ids);
      expect(JSON.stringify(messages)).toBe(before);
    });
  });
});
