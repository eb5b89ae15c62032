import fc from 'fast-check';
import { z } from 'zod';
import { registered, fakeTool } from '../testing/fake-tools.ts';
import { countText, enumWithSynonyms, listOf, moneyText, ToolError } from '#pack-kit';
import { forAll } from '../../../test/harness/for-all.ts';
import { prepareArguments } from './prepare-arguments.ts';

const input = z.object({
  name: z.string().optional(),
  price: z.number().min(0).optional(),
  rooms: z.int().optional(),
  pool: z.boolean().optional(),
  floor: z.number().nullable().optional(),
  size: z.number().default(50),
  tags: z.array(z.string()).optional(),
  prices: z.array(z.number()).optional(),
  area: z.object({ lat: z.number(), exact: z.boolean().optional() }).optional(),
  labels: z.record(z.string(), z.string()).optional(),
  either: z.union([z.number(), z.boolean()]).optional(),
});
const tool = registered(fakeTool({ input }));
const prepare = (given: Record<string, unknown>) => prepareArguments(tool, given).input;
const problem = (given: Record<string, unknown>): ToolError => {
  try {
    prepareArguments(tool, given);
  } catch (error) {
    if (error instanceof ToolError) return error;
  }
  throw new Error('it was accepted');
};

describe('the preparation of arguments', () => {
  it.each([
    ['250000', 250_000],
    [' 12.5 ', 12.5],
    ['+3', 3],
    ['1e3', 1_000],
    ['.5', 0.5],
    ['1,234.5', 1_234.5],
    ['1.234,5', 1_234.5],
    ["150'000", 150_000],
    ['١٥٠٬٠٠٠٫٥', 150_000.5],
    ['1.500', 1.5],
    [7, 7],
  ])('reads %j in a number field as %p', (given, expected) => {
    expect(prepare({ price: given })).toMatchObject({ price: expected });
  });

  it.each(['true', 'TRUE', ' True ', 'yes', 'Yes', 'on', 'نعم', '1', 1])(
    'reads %j in a boolean field as true',
    (given) => {
      expect(prepare({ pool: given }).pool).toBe(true);
    },
  );

  const valid = { name: 'x', price: 0, rooms: 2, pool: false, size: 1, tags: [''], labels: {} };
  const empty = { name: '', price: '', rooms: null, pool: '', floor: null, size: '', area: null };
  const texts = { name: '12', tags: ['1', 'true'], labels: { any: '3' }, size: 1 };
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'reads false and a number',
      { pool: 'False', either: '4', size: 1 },
      { pool: false, either: 4, size: 1 },
    ],
    ['reads a boolean', { either: 'true' }, { either: true, size: 50 }],
    ['changes no valid arguments', valid, valid],
    ['leaves texts as they are', texts, texts],
    ['drops empty ones', empty, { size: 50 }],
    ['reads lists and objects', { prices: ['1', 2], size: 1 }, { prices: [1, 2], size: 1 }],
    ['reads nested ones', { area: { lat: '34.7', exact: '' } }, { area: { lat: 34.7 }, size: 50 }],
  ])('%s', (_what, given, expected) => expect(prepare(given)).toEqual(expected));

  const written = registered(
    fakeTool({
      input: z.object({
        conditions: listOf(z.string().max(40)).optional(),
        steps: z.array(z.object({ order: z.int(), text: z.string() })).optional(),
        sizes: z.array(z.number()).optional(),
        area: z.object({ lat: z.number(), place: z.string().optional() }).optional(),
        bus: z.enum(['i2c', 'spi', 'one-wire', 'in_progress']).optional(),
        buses: z.array(z.enum(['i2c', 'spi'])).optional(),
        kinds: listOf(enumWithSynonyms({ flat: ['apartment'], house: [] })).optional(),
        marks: z.array(z.enum(['a,b', 'c'])).optional(),
        language: z.enum(['C', 'C#', 'c++']).optional(),
        status: z.enum(['none', 'None yet']).optional(),
        kind: enumWithSynonyms({ flat: ['apartment'], house: [] }).optional(),
        price: moneyText().optional(),
        rooms: countText({ min: 0 }).optional(),
        count: z.int().optional(),
        note: z.string().optional(),
        file: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
        places: z.union([z.string(), z.array(z.string())]).optional(),
        floor: z.number().nullable().optional(),
        owner: z.object({ age: z.number().nullable() }).optional(),
        length: z.number().describe('Length in m.').optional(),
        size: z.union([z.number(), z.string()]).describe('Size in m, or S, M or L.').optional(),
      }),
    }),
  );

  it.each<[Record<string, unknown>, unknown]>([
    [{ conditions: '["Pets are allowed","Parking, included"]' }, ['Pets are allowed', 'Parking, included']],
    [{ conditions: 'Pets are allowed, parking included' }, ['Pets are allowed, parking included']],
    [{ conditions: '[sic] as agreed' }, ['[sic] as agreed']],
    [{ conditions: "['Pets', 'The owner\\'s \"car\"']" }, ['Pets', 'The owner\'s "car"']],
    [{ conditions: '["Pets",\n"One,\ntwo",]' }, ['Pets', 'One,\ntwo']],
    [{ conditions: '```json\n["Pets"]\n```' }, ['Pets']],
    [{ conditions: '"[\\"Pets\\"]"' }, ['Pets']],
    [{ conditions: [['Pets', 'Parking']] }, ['Pets', 'Parking']],
    [{ conditions: ['["Pets","Parking"]'] }, ['Pets', 'Parking']],
    [{ conditions: { items: ['Pets', 'Parking'] } }, ['Pets', 'Parking']],
    [{ steps: "[{'order': 1, text: 'Solder',}]" }, [{ order: 1, text: 'Solder' }]],
    [{ sizes: '1,5; 2' }, [1.5, 2]],
    [{ steps: '[{"order":"1","text":"Solder"}]' }, [{ order: 1, text: 'Solder' }]],
    [{ steps: ['{"order":1,"text":"[1]"}'] }, [{ order: 1, text: '[1]' }]],
    [{ steps: { order: 1, text: 'Solder' } }, [{ order: 1, text: 'Solder' }]],
    [{ sizes: '["1.5", 2]' }, [1.5, 2]],
    [{ sizes: 3 }, [3]],
    [{ area: ' {"lat": "34.7"} ' }, { lat: 34.7 }],
    [{ bus: 'I2C' }, 'i2c'],
    [{ bus: 'One Wire' }, 'one-wire'],
    [{ bus: 'IN-PROGRESS' }, 'in_progress'],
    [{ buses: 'SPI' }, ['spi']],
    [{ buses: '["I2C","spi"]' }, ['i2c', 'spi']],
    [{ buses: 'I2C, spi' }, ['i2c', 'spi']],
    [{ buses: 'spi;\ni2c,' }, ['spi', 'i2c']],
    [{ buses: 'I2C|SPI' }, ['i2c', 'spi']],
    [{ kinds: 'flat، Apartment' }, ['flat', 'flat']],
    [{ marks: 'a,b' }, ['a,b']],
    [{ language: 'c#' }, 'C#'],
    [{ language: 'C++' }, 'c++'],
    [{ language: 'c' }, 'C'],
    [{ status: 'none' }, 'none'],
    [{ kind: 'Apartment' }, 'flat'],
    [{ price: '150.000' }, 150_000],
    [{ price: '150.000,00 €' }, 150_000],
    [{ rooms: '1.500' }, 1_500],
    [{ count: '1.500' }, 1_500],
    [{ count: '3.0' }, 3],
    [{ note: 12 }, '12'],
    [{ note: true }, 'true'],
    [{ note: 'none' }, 'none'],
    [{ file: '{"a": 1}' }, '{"a": 1}'],
    [{ places: '["Paphos","Limassol"]' }, ['Paphos', 'Limassol']],
    [{ places: 'Paphos, Limassol' }, 'Paphos, Limassol'],
    [{ owner: { age: 'null' } }, { age: null }],
    [{ length: '3 m' }, 3],
    [{ size: '3 m' }, '3 m'],
    [{ note: ['one', 'two'] }, 'one, two'],
    [{ note: ['one'] }, 'one'],
    [{ note: { id: 'one' } }, 'one'],
    [{ note: { note: 'one' } }, 'one'],
    [{ area: [{ lat: 34.7 }] }, { lat: 34.7 }],
    [{ bus: 'any' }, undefined],
    [{ area: '34.7' }, { lat: 34.7 }],
    [{ steps: [] }, []],
    [{ area: {} }, undefined],
  ])('reads %j as %j', (given, expected) => {
    const [name = ''] = Object.keys(given);
    expect(prepareArguments(written, given).input[name]).toEqual(expected);
  });

  it.each([null, '', ' ', 'null', 'None'])('reads %j as an optional argument that is not given', (absent) => {
    const given = Object.fromEntries(Object.keys(written.tool.input.shape).map((name) => [name, absent]));
    expect(prepareArguments(written, given).input).toEqual({});
  });

  it('reads the JSON text of any arguments like the arguments', () => {
    const given = fc.record(
      {
        conditions: fc.array(fc.string({ maxLength: 40 })),
        steps: fc.array(fc.record({ order: fc.integer(), text: fc.string() })),
        sizes: fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })),
        area: fc.record({ lat: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
      },
      { requiredKeys: [] },
    );
    forAll(100, given, (plain) => {
      const texts = Object.entries(plain).map(([name, value]) => [name, JSON.stringify(value)]);
      const asText = Object.fromEntries(texts) as Record<string, unknown>;
      const asJson = JSON.parse(JSON.stringify(plain)) as Record<string, unknown>;
      expect(prepareArguments(written, asText)).toEqual(prepareArguments(written, asJson));
    });
  });

  it.each([
    [{ rooms: 2.5 }, /whole number/],
    [{ rooms: '2,5' }, /whole number/],
    [{ rooms: 2 ** 31 }, /at most 2147483647/],
    [{ price: '1e21' }, /at most 2147483647/],
    [{ bus: 'uart' }, /one of "i2c", "spi"/],
    [{ buses: 'spi, uart' }, /buses\.1: expected one of "i2c", "spi"/],
  ])('refuses %j in words', (given, words) => {
    expect(() => prepareArguments(written, given)).toThrow(words);
  });

  it('removes and names unknown arguments', () => {
    const given = JSON.parse(
      '{"name":"x","colour":"red","__proto__":{"a":1},"constructor":1,"area":{"lat":1,"zoom":3}}',
    ) as Record<string, unknown>;
    const { input: prepared, dropped } = prepareArguments(tool, given);
    expect(prepared).toEqual({ name: 'x', size: 50, area: { lat: 1 } });
    expect(dropped).toEqual(['colour', '__proto__', 'constructor', 'area.zoom']);
  });

  it.each([
    [{ price: 'cheap' }, 'price', /expected a number/],
    [{ price: '-1' }, 'price', /at least 0/],
    [{ price: '1e999' }, 'price', /number/],
    [{ rooms: '2.5' }, 'rooms', /expected a whole number/],
    [{ pool: 'perhaps' }, 'pool', /expected a boolean/],
    [{ area: { lat: '' } }, 'area.lat', /expected a number/],
    [{ prices: ['1', 'x'] }, 'prices.1', /expected a number/],
    [{ either: 'x' }, 'either', /expected a number.*or.*expected a boolean/],
  ])('refuses %j and names %s with what was expected', (given, name, expected) => {
    const error = problem(given);
    expect(error.errorClass).toBe('VALIDATION_FAILED');
    expect(error.help).toEqual({
      fields: [expect.objectContaining({ name, problem: expect.stringMatching(expected) })],
    });
    expect(error.message).toContain(`${name}: `);
  });

  it('names unknown arguments in a validation error', () => {
    const needy = registered(fakeTool({ input: z.object({ query: z.string() }) }));
    const refused = () => prepareArguments(needy, { question: 'Which view?' });
    expect(refused).toThrow('query: missing, expected a string. Unknown arguments were left out: question.');
    expect(refused).toThrow(
      expect.objectContaining({
        help: {
          fields: [expect.objectContaining({ name: 'query' })],
          warnings: ['Unknown arguments were left out: question'],
        },
      }),
    );
  });

  it('names a required field that is missing or blank', () => {
    const needy = registered(fakeTool({ input: z.object({ query: z.string().min(1), count: z.number() }) }));
    expect(() => prepareArguments(needy, {})).toThrow(
      /query: missing, expected a string; count: missing, expected a number/,
    );
    expect(() => prepareArguments(needy, { query: '', count: null })).toThrow(/query: .*count: /);
  });

  describe('of a union', () => {
    const point = z.object({ kind: z.literal('point'), lat: z.number(), exact: z.boolean().optional() });
    const circle = z.object({ kind: z.literal('circle'), radius: z.number(), note: z.string().optional() });
    const tree: z.ZodType = z.lazy(() => z.object({ size: z.number(), children: z.array(tree).optional() }));
    const many = registered(
      fakeTool({
        input: z.object({
          shape: z.discriminatedUnion('kind', [point, circle]).optional(),
          either: z.union([z.literal('all'), z.number()]).optional(),
          pair: z.tuple([z.number(), z.boolean()]).optional(),
          limits: z.record(z.string(), z.number()).optional(),
          loose: z.looseObject({ size: z.number().optional() }).optional(),
          both: z.intersection(z.object({ a: z.number() }), z.object({ b: z.boolean() })).optional(),
          tree: tree.optional(),
        }),
      }),
    );
    const read = (given: Record<string, unknown>) => prepareArguments(many, given);

    it.each([
      [{ shape: { kind: 'point', lat: '34.7', exact: '' } }, { shape: { kind: 'point', lat: 34.7 } }],
      [{ shape: { kind: 'circle', radius: '2', note: null } }, { shape: { kind: 'circle', radius: 2 } }],
      [{ either: 'all' }, { either: 'all' }],
      [{ either: '5' }, { either: 5 }],
      [{ pair: ['1', 'TRUE'] }, { pair: [1, true] }],
      [{ limits: { a: '1', b: 2 } }, { limits: { a: 1, b: 2 } }],
      [{ loose: { size: '1', more: '2' } }, { loose: { size: 1, more: '2' } }],
      [{ both: { a: '1', b: 'false' } }, { both: { a: 1, b: false } }],
      [
        { tree: { size: '1', children: [{ size: '2', children: '' }] } },
        { tree: { size: 1, children: [{ size: 2 }] } },
      ],
    ])('reads %j', (given, expected) => {
      expect(read(given).input).toEqual(expected);
    });

    it('removes fields that the matching kind does not have', () => {
      expect(read({ shape: { kind: 'point', lat: 1, radius: 2, colour: 'red' } })).toEqual({
        input: { shape: { kind: 'point', lat: 1 } },
        dropped: ['shape.radius', 'shape.colour'],
      });
    });

    it('names the existing kinds', () => {
      expect(() => read({ shape: { kind: 'square', lat: 1 } })).toThrow(
        'shape.kind: expected one of "point", "circle" (got "square")',
      );
      expect(() => read({ shape: { lat: 1 } })).toThrow('shape.kind: missing, expected one of');
    });

    it('rejects arguments that are nested too deeply', () => {
      let nested: Record<string, unknown> = { size: 1 };
      for (let depth = 0; depth < 5_000; depth += 1) nested = { size: 1, children: [nested] };
      expect(() => read({ tree: nested })).toThrow('nested more than 64 deep');
    });
  });

  it('quotes the received value, but no secret', () => {
    expect(problem({ price: 'cheap' }).message).toContain('(got "cheap")');
    const secret = registered(fakeTool({ input: z.object({ password: z.string().max(3) }) }));
    expect(() => prepareArguments(secret, { password: 'hunter2' })).toThrow(/got "\[redacted\]"/);
    expect(() => prepareArguments(tool, { price: 'x'.repeat(500) })).toThrow(/x{50,59}…\)/);
  });

  it('returns arguments or an error text for any input', () => {
    forAll(100, fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
      try {
        prepare(given as Record<string, unknown>);
      } catch (error) {
        expect(error).toBeInstanceOf(ToolError);
      }
    });
  });

  it('reports a check that throws as an internal error', () => {
    const broken = z.object({
      a: z.string().refine(() => {
        throw new Error('secret');
      }),
    });
    expect(() => prepareArguments(registered(fakeTool({ input: broken })), { a: 'x' })).toThrow(
      /defect on our side/,
    );
  });
});
