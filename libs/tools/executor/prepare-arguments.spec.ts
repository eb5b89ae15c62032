import { z } from 'zod';
import { registered, fakeTool } from '../testing/fake-tools.ts';
import { ToolError } from '../tool.errors.ts';
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
    [7, 7],
  ])('reads %j in a number field as %p', (given, expected) => {
    expect(prepare({ price: given })).toMatchObject({ price: expected });
  });

  it.each(['true', 'TRUE', ' True '])('reads %j in a boolean field as true', (given) => {
    expect(prepare({ pool: given }).pool).toBe(true);
  });

  it('reads false in any case, and what else a union takes', () => {
    expect(prepare({ pool: 'False', either: '4' })).toMatchObject({ pool: false, either: 4 });
    expect(prepare({ either: 'true' }).either).toBe(true);
  });

  it('leaves text fields as they are', () => {
    expect(prepare({ name: '12', tags: ['1', 'true'], labels: { any: '3' } })).toMatchObject({
      name: '12',
      tags: ['1', 'true'],
      labels: { any: '3' },
    });
  });

  it('takes empty text and null in optional fields as absent', () => {
    expect(
      prepare({ name: '', price: '', rooms: null, pool: '', floor: null, size: '', area: null }),
    ).toEqual({ size: 50 });
  });

  it('prepares what is inside objects and lists too', () => {
    expect(prepare({ prices: ['1', 2], area: { lat: '34.7', exact: '' } })).toMatchObject({
      prices: [1, 2],
      area: { lat: 34.7 },
    });
  });

  it('drops what the tool does not know, and names it', () => {
    const given = JSON.parse(
      '{"name":"x","colour":"red","__proto__":{"a":1},"constructor":1,"area":{"lat":1,"zoom":3}}',
    ) as Record<string, unknown>;
    const { input: prepared, dropped } = prepareArguments(tool, given);
    expect(prepared).toEqual({ name: 'x', size: 50, area: { lat: 1 } });
    expect(dropped).toEqual(['colour', '__proto__', 'constructor', 'area.zoom']);
  });

  it.each([
    [{ price: 'cheap' }, 'price', /expected number/],
    [{ price: '-1' }, 'price', />=0/],
    [{ price: '1e999' }, 'price', /number/],
    [{ rooms: '2.5' }, 'rooms', /expected int/],
    [{ pool: 'yes' }, 'pool', /expected boolean/],
    [{ area: { lat: '' } }, 'area.lat', /expected number/],
    [{ prices: ['1', 'x'] }, 'prices.1', /expected number/],
    [{ either: 'x' }, 'either', /expected number.*or.*expected boolean/],
  ])('refuses %j and names %s with what was expected', (given, name, expected) => {
    const error = problem(given);
    expect(error.errorClass).toBe('VALIDATION_FAILED');
    expect(error.help).toEqual({ fields: [{ name, problem: expect.stringMatching(expected) }] });
    expect(error.message).toContain(`${name}: `);
  });

  it('names a required field that is missing or blank', () => {
    const needy = registered(fakeTool({ input: z.object({ query: z.string().min(1), count: z.number() }) }));
    expect(() => prepareArguments(needy, {})).toThrow(/query: .*expected string.*count: .*expected number/);
    expect(() => prepareArguments(needy, { query: '', count: null })).toThrow(/query: .*count: /);
  });
});
