import fc from 'fast-check';
import { z } from 'zod';
import { fakeTool, registered } from '../testing/fake-tools.ts';
import { ToolError } from '#pack-kit';
import { prepareArguments } from './prepare-arguments.ts';

/** A schema, a valid value, and the same value as a careless model writes it. */
interface Sample {
  schema: z.ZodType;
  value: unknown;
  written: unknown;
  /** Paths of unknown names below this value. */
  unknown: string[];
}

const number: fc.Arbitrary<Sample> = fc
  .tuple(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.boolean())
  .map(([raw, asText, whole]) => {
    const value = whole ? Math.trunc(raw % 1e6) + 0 : raw + 0;
    return {
      schema: whole ? z.int() : z.number(),
      value,
      written: asText ? ` ${value} ` : value,
      unknown: [],
    };
  });
const boolean: fc.Arbitrary<Sample> = fc
  .tuple(fc.boolean(), fc.constantFrom('no', 'lower', 'UPPER'))
  .map(([value, as]) => ({
    schema: z.boolean(),
    value,
    written: as === 'no' ? value : as === 'lower' ? String(value) : String(value).toUpperCase(),
    unknown: [],
  }));
const text: fc.Arbitrary<Sample> = fc
  .oneof(fc.string({ minLength: 1 }), fc.constantFrom('12', 'true', ' 3.5 '))
  .map((value) => ({ schema: z.string(), value, written: value, unknown: [] }));
const choice: fc.Arbitrary<Sample> = fc.constantFrom('all', 5, 0.5).map((value) => ({
  schema: z.union([z.literal('all'), z.number()]),
  value,
  written: String(value),
  unknown: [],
}));

const { sample, object } = fc.letrec<{ sample: Sample; object: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 3 },
    number,
    boolean,
    text,
    choice,
    tie('object'),
    listOf(tie('sample')),
    recordOf(tie('sample')),
  ),
  object: fc
    .dictionary(
      fc.stringMatching(/^[a-z]{1,6}$/),
      fc.record({
        field: tie('sample'),
        as: fc.constantFrom('required', 'given', 'null', 'empty', 'absent'),
      }),
      { maxKeys: 4 },
    )
    .chain((fields) => fc.tuple(fc.constant(fields), fc.boolean()))
    .map(([fields, withUnknown]) => objectOf(fields, withUnknown)),
}));

function listOf(entry: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> {
  return entry.map((one) => ({
    schema: z.array(one.schema),
    value: [one.value, one.value],
    written: [one.written, one.written],
    unknown: ['0', '1'].flatMap((index) => one.unknown.map((name) => `${index}.${name}`)),
  }));
}

function recordOf(entry: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> {
  return entry.map((one) => ({
    schema: z.record(z.string(), one.schema),
    value: { any: one.value },
    written: { any: one.written },
    unknown: one.unknown.map((name) => `any.${name}`),
  }));
}

function objectOf(fields: Record<string, { field: Sample; as: string }>, withUnknown: boolean): Sample {
  const entries = Object.entries(fields);
  const isGiven = (as: string) => as === 'required' || as === 'given';
  const blanks: Record<string, unknown> = { null: null, empty: '' };
  const pick = <Value>(of: (field: Sample, as: string) => Value, when: (as: string) => boolean) =>
    Object.fromEntries(
      entries.filter(([, { as }]) => when(as)).map(([name, { field, as }]) => [name, of(field, as)]),
    );
  return {
    schema: z.object(
      pick(
        (field, as) => (as === 'required' ? field.schema : field.schema.optional()),
        () => true,
      ),
    ),
    value: pick((field) => field.value, isGiven),
    written: {
      ...pick(
        (field, as) => (isGiven(as) ? field.written : blanks[as]),
        (as) => as !== 'absent',
      ),
      ...(withUnknown && { $surplus: 1 }),
    },
    unknown: [
      ...entries.flatMap(([name, { field, as }]) =>
        isGiven(as) ? field.unknown.map((inner) => `${name}.${inner}`) : [],
      ),
      ...(withUnknown ? ['$surplus'] : []),
    ],
  };
}

const toolOf = ({ schema }: Sample) => registered(fakeTool({ input: schema as z.ZodObject }));

describe('the preparation of any arguments', () => {
  it('recovers the intended value, however it was written', () => {
    fc.assert(
      fc.property(object, (given) => {
        const { input, dropped } = prepareArguments(toolOf(given), given.written as Record<string, unknown>);
        expect(input).toEqual(given.value);
        expect(dropped.toSorted()).toEqual(given.unknown.toSorted());
      }),
      { numRuns: 1_000 },
    );
  });

  it('does not change valid arguments', () => {
    fc.assert(
      fc.property(object, (given) => {
        expect(prepareArguments(toolOf(given), given.value as Record<string, unknown>)).toEqual({
          input: given.value,
          dropped: [],
        });
      }),
    );
  });

  it('rejects a field of the wrong type, and names it', () => {
    fc.assert(
      fc.property(sample, fc.constantFrom('top', 'nested', 'listed'), (one, place) => {
        const wrong = typeof one.value === 'string' ? { not: 'text' } : 'no such thing';
        const fits = one.schema.safeParse(wrong).success;
        fc.pre(!fits);
        const wrap = {
          top: [{ field: one.schema }, { field: wrong }, 'field'],
          nested: [{ outer: z.object({ field: one.schema }) }, { outer: { field: wrong } }, 'outer.field'],
          listed: [{ list: z.array(one.schema) }, { list: [one.value, wrong] }, 'list.1'],
        } as const;
        const [shape, args, name] = wrap[place];
        const tool = registered(fakeTool({ input: z.object(shape as never) }));
        let thrown: unknown;
        try {
          prepareArguments(tool, args as Record<string, unknown>);
        } catch (error) {
          thrown = error;
        }
        expect(thrown).toBeInstanceOf(ToolError);
        const { fields } = (thrown as ToolError).help as { fields: { name: string; problem: string }[] };
        expect(fields.every((field) => field.name === name || field.name.startsWith(`${name}.`))).toBe(true);
        expect((thrown as ToolError).message).toContain(`${fields[0]?.name}: `);
      }),
      { numRuns: 500 },
    );
  });

  it('returns arguments or an error text for any input', () => {
    const input = z.object({ a: z.number(), b: z.array(z.object({ c: z.boolean() })).optional() });
    const tool = registered(fakeTool({ input }));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
        try {
          prepareArguments(tool, given as Record<string, unknown>);
        } catch (error) {
          expect(error).toBeInstanceOf(ToolError);
        }
      }),
    );
  });
});
