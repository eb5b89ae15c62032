import { acceptMessage } from '../index.ts';

/** Each invalid field with its error message. */
function problemsOf(body: unknown): string[] {
  const parsed = acceptMessage.safeParse(body);
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the body'}: ${message}`);
}

const WITHOUT_CONVERSATION = 'required when there is no conversationId';

describe('the body of a message', () => {
  it.each([
    [
      {},
      [
        'text: missing, expected a string',
        `contact: ${WITHOUT_CONVERSATION}`,
        `channel: ${WITHOUT_CONVERSATION}`,
      ],
    ],
    [
      { text: 5, contact: 'c' },
      ['text: expected a string, found a number', `channel: ${WITHOUT_CONVERSATION}`],
    ],
    [
      { text: 'hi', conversationId: '019a0000-0000-7000-8000-000000000000', channel: 'chat' },
      ['channel: not together with conversationId'],
    ],
    [[], ['the body: expected an object, found an array']],
    [null, ['the body: expected an object, found null']],
    ['hi', ['the body: expected an object, found a string']],
  ])('%j: reports all errors at once', (body, problems) => {
    expect(problemsOf(body)).toEqual(problems);
  });

  it('accepts a contact and a channel, or a conversation', () => {
    expect(problemsOf({ text: 'hi', contact: 'c', channel: 'chat' })).toEqual([]);
    expect(problemsOf({ text: 'hi', conversationId: '019a0000-0000-7000-8000-000000000000' })).toEqual([]);
  });

  it('counts the bytes of its metadata, not the characters', () => {
    const withNote = (note: string) => ({ text: 'hi', contact: 'c', channel: 'chat', metadata: { note } });
    const frame = '{"note":""}'.length;
    expect(problemsOf(withNote('é'.repeat((8_192 - frame) / 2)))).toEqual([]);
    expect(problemsOf(withNote('é'.repeat(4_100)))).toEqual([
      'metadata: expected at most 8192 bytes of JSON',
    ]);
  });
});
