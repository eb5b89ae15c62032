import { argumentsOf, draftOfArguments, fieldsOf } from './schema-fields.ts';
import schema from './schema-fields.schema.json' with { type: 'json' };

const FIELDS = fieldsOf(schema);
const field = (name: string) => FIELDS.find((one) => one.name === name)!;

it('makes a field of every property, the required ones first', () => {
  expect(FIELDS.slice(0, 2).map(({ name, required }) => [name, required])).toEqual([
    ['contactId', true],
    ['kind', true],
  ]);
  expect(Object.fromEntries(FIELDS.map(({ name, kind }) => [name, kind]))).toEqual({
    note: 'long',
    contactId: 'text',
    kind: 'choice',
    rooms: 'integer',
    share: 'number',
    urgent: 'boolean',
    areas: 'choices',
    words: 'lines',
    range: 'group',
    either: 'json',
    tree: 'group',
  });
  // A field with a default is optional, and a recursive schema terminates.
  expect(field('share')).toMatchObject({ required: false, default: '0.5' });
  expect(field('areas').options).toEqual(['"paphos"', '"limassol"']);
  expect(field('tree').fields[0]?.fields[0]?.fields[0]).toMatchObject({
    path: 'tree.child.child.child',
    kind: 'json',
  });
});

const ENTERED = {
  contactId: 'c-1',
  kind: '"visit"',
  rooms: '3',
  urgent: 'false',
  areas: '"paphos"\n"limassol"',
  words: ' near the sea \n\nquiet',
  'range.from': '1.5',
  either: '{ "exact": 2 }',
};
const GIVEN = {
  contactId: 'c-1',
  kind: 'visit',
  rooms: 3,
  urgent: false,
  areas: ['paphos', 'limassol'],
  words: ['near the sea', 'quiet'],
  range: { from: 1.5 },
  either: { exact: 2 },
};

it('reads the entered values, and omits empty fields', () => {
  expect(argumentsOf(FIELDS, ENTERED)).toEqual({ arguments: GIVEN, problems: {} });
});

it('names invalid fields and missing required ones', () => {
  const { problems } = argumentsOf(FIELDS, {
    kind: '"call"',
    rooms: '1.5',
    share: 'half',
    either: '{',
    'range.to': '2',
  });
  expect(problems).toEqual({
    contactId: 'Required',
    rooms: 'Expected a whole number',
    share: 'Expected a number',
    either: 'Not valid JSON',
    'range.from': 'Required',
  });
});

it('fills the form with the arguments of an earlier run', () => {
  expect(argumentsOf(FIELDS, draftOfArguments(FIELDS, GIVEN)).arguments).toEqual(GIVEN);
});
