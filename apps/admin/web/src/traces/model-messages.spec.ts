import { messagesOf } from './model-messages.ts';

test('shows the messages of a model call by author, in their order', () => {
  const toolCalls = [
    { name: 'find', arguments: { q: 'sea' } },
    { name: 'run_program', arguments: { code: 'a()\nb()' } },
    { name: 'note', arguments: { text: 'a\nb' } },
    { name: 'mail', arguments: { to: 'Eve', text: 'Dear Eve,\n"to": "Bob"' } },
  ];
  const messages = [
    { role: 'user', text: '{"a":1}' },
    { role: 'assistant', text: '', toolCalls },
    { role: 'tool', name: 'find', text: '{"total":3}', pictures: ['plan.png'] },
    { role: 'assistant', text: 'Found.', toolCalls: [] },
  ];
  expect(messagesOf({ system: 'You help.', messages })).toEqual([
    ['system', 'You help.'],
    ['user', '{"a":1}'],
    ...toolCalls.map(({ name, arguments: given }) => [`assistant calls ${name}`, given.code ?? given]),
    ['tool find', { total: 3 }],
    ['tool find, attached', ['plan.png']],
    ['assistant', 'Found.'],
  ]);
  for (const other of [null, 'text', { city: 'Paphos' }, { prompt: 'You help.', input: {} }, messages])
    expect(messagesOf(other)).toBeUndefined();
});
