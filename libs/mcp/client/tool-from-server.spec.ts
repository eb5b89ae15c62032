import { uncallable } from './known-server-tools.ts';
import { toolFromServer } from './tool-from-server.ts';

const text = { type: 'string', pattern: '^b$' };
const takes = (inputSchema: Record<string, unknown>, given: Record<string, unknown>) =>
  toolFromServer(
    { name: 'say', inputSchema: { type: 'object', ...inputSchema } },
    { name: 'server' },
    uncallable,
  ).input.safeParse(given).success;

const named = (said: unknown, besides = {}) => ({ properties: { said }, ...besides });

it.each<[string, Record<string, unknown>, unknown]>([
  ['a field', named(text), 'a'],
  ['a pattern that is no text', named({ type: 'string', pattern: ['^b$'] }), 'a'],
  ['items', named({ type: 'array', items: text }), ['a']],
  ['a tuple', named({ type: 'array', prefixItems: [text] }), ['a']],
  ['contained items of a list', named({ type: 'array', contains: text }), ['a']],
  ['one of several', named({ anyOf: [{ type: 'number' }, text] }), 'a'],
  ['a definition', named({ $ref: '#/$defs/text' }, { $defs: { text } }), 'a'],
  ['other fields', named({ type: 'object', additionalProperties: text }), { x: 'a' }],
  ['names of fields', named({ type: 'object', propertyNames: text }), { x: 'a' }],
  [
    'fields by pattern',
    named({ type: 'object', patternProperties: { '^x': text }, additionalProperties: false }),
    { x: 'a' },
  ],
])('leaves a pattern to the server: %s', (_place, schema, said) => {
  expect(takes(schema, { said })).toBe(true);
});

it('checks everything else, and fields named like a keyword', () => {
  const schema = { properties: { pattern: { type: 'string' } }, required: ['pattern'] };
  expect(takes(schema, { pattern: 'a' })).toBe(true);
  expect(takes(schema, { pattern: 1 })).toBe(false);
  expect(takes(schema, {})).toBe(false);
  expect(takes(named({ const: { pattern: 'a' }, type: 'object' }), { said: { pattern: 'b' } })).toBe(false);
});
