import fc from 'fast-check';
import type { JsonSchema } from '../json-schema.ts';

/** Names that models and servers write, some of them words of JSON Schema itself. */
const name = fc.constantFrom(
  'a',
  'items',
  'type',
  'properties',
  'value_2',
  'Required',
  'enum',
  'description',
);

/** Schemas of one value, with all that can be said of it. */
export const nastyLeaf: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.record(
    {
      type: fc.constant('string'),
      minLength: fc.nat(5),
      maxLength: fc.integer({ min: 5, max: 50 }),
      pattern: fc.constantFrom('^a+$', '^(?!x).*$', '(a)\\1'),
      format: fc.constantFrom('date-time', 'uri', 'email', 'byte', 'made-up'),
      default: fc.string(),
      examples: fc.array(fc.string(), { maxLength: 2 }),
      description: fc.constantFrom('A text', 'نص'),
      nullable: fc.constant(true),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constantFrom('number', 'integer', ['number', 'null']),
      minimum: fc.integer(),
      exclusiveMaximum: fc.integer(),
      multipleOf: fc.constantFrom(0.5, 2),
      default: fc.integer(),
    },
    { requiredKeys: ['type'] },
  ) as fc.Arbitrary<JsonSchema>,
  fc.constantFrom<JsonSchema>(
    { type: 'boolean', default: false },
    { type: 'null' },
    { const: 'x' },
    { const: null },
    { const: { deep: [1] } },
    { enum: ['a', 'b'] },
    { type: 'string', enum: ['a', 'b'], title: 'Letter' },
    { enum: [1, true, null, 'x'] },
    { enum: [{ a: 1 }] },
    { not: { type: 'string' } },
    { $ref: '#' },
    { $ref: '#/$defs/Node', description: 'A node' },
    { $ref: '#/$defs/missing' },
    { $ref: 'https://example.com/schema' },
    {},
    { type: 'object' },
    { type: 'array' },
    { if: { type: 'string' }, else: { minimum: 2 } },
  ),
);

const { schema } = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { weight: 4, arbitrary: nastyLeaf },
    { weight: 3, arbitrary: tie('object') },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('array'),
        items: tie('schema'),
        minItems: fc.nat(3),
        uniqueItems: fc.boolean(),
      }) as fc.Arbitrary<JsonSchema>,
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('array'),
        prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
      }) as fc.Arbitrary<JsonSchema>,
    },
    ...(['anyOf', 'oneOf', 'allOf'] as const).map((combinator) => ({
      weight: 1,
      arbitrary: fc
        .array(tie('schema'), { minLength: 1, maxLength: 3 })
        .map((branches): JsonSchema => ({ [combinator]: branches })),
    })),
  ),
  object: fc
    .record({
      properties: fc.dictionary(name, tie('schema'), { maxKeys: 4 }),
      required: fc.array(name, { maxLength: 3 }),
      more: fc.constantFrom<JsonSchema>(
        {},
        { additionalProperties: false },
        { additionalProperties: true },
        { additionalProperties: { type: 'number', minimum: 0 } },
        { patternProperties: { '^x-': { type: 'string' } }, propertyNames: { maxLength: 5 } },
        { minProperties: 1, dependentRequired: { a: ['type'] } },
        { description: 'Some fields', $comment: 'internal' },
      ),
    })
    .map(({ properties, required, more }) => ({
      type: 'object',
      properties,
      required: [...new Set(required)].filter((each) => Object.hasOwn(properties, each)),
      ...more,
    })),
}));

const node: JsonSchema = {
  type: 'object',
  properties: { label: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
  required: ['label', 'children'],
};

/** Schemas of arguments with all that a server may send: unions at the top, cycles, tuples, records, conditions. */
export const nastyParameters: fc.Arbitrary<Record<string, unknown>> = fc
  .record({
    properties: fc.dictionary(name, schema, { maxKeys: 5 }),
    top: fc.constantFrom<JsonSchema>(
      {},
      { $schema: 'https://json-schema.org/draft/2020-12/schema' },
      {
        anyOf: [{ properties: { one: { type: 'string' } }, required: ['one'] }, { properties: { two: {} } }],
      },
      { allOf: [{ $ref: '#/$defs/Node' }, { required: ['label'] }] },
      { oneOf: [{ required: ['a'] }, { required: ['type'] }] },
      { additionalProperties: false },
      { not: { required: ['a'] }, enum: [{}] },
    ),
  })
  .map(({ properties, top }) => ({ type: 'object', properties, $defs: { Node: node }, ...top }));
