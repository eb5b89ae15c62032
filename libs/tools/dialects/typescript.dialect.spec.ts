import ts from 'typescript';
import fc from 'fast-check';
import { z } from 'zod';
import { forAll } from '../../../test/harness/for-all.ts';
import { platformTools } from '../platform/index.ts';
import { register } from '../registered-tool.ts';
import { toTypeScript } from './typescript.dialect.ts';

/** The errors that the TypeScript compiler reports for the text. */
function syntaxErrors(text: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** The errors of the type checker for a file with this text. */
function typeErrors(text: string): string[] {
  const host = ts.createCompilerHost({});
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...more) =>
    name === 'values.ts'
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
      : getSourceFile.call(host, name, ...more);
  const options = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [] };
  const program = ts.createProgram(['values.ts'], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** A schema as results have them, with a value that it accepts. */
const promised: fc.Arbitrary<[z.ZodType, unknown]> = fc.letrec<{ any: [z.ZodType, unknown] }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.string().map((text): [z.ZodType, unknown] => [z.string().describe(text), text]),
    fc.integer().map((value): [z.ZodType, unknown] => [z.int(), value]),
    fc.constant<[z.ZodType, unknown]>([z.boolean().nullable(), null]),
    fc.constant<[z.ZodType, unknown]>([z.enum(['sale', 'rent']), 'rent']),
    fc.constant<[z.ZodType, unknown]>([z.literal(true), true]),
    tie('any').map(([schema, value]): [z.ZodType, unknown] => [z.array(schema), [value, value]]),
    tie('any').map(([schema, value]): [z.ZodType, unknown] => [z.union([schema, z.string()]), value]),
    tie('any').map(([schema, value]): [z.ZodType, unknown] => [z.record(z.string(), schema), { a: value }]),
    fc
      .tuple(tie('any'), tie('any'))
      .map(([[one, value], [other]]): [z.ZodType, unknown] => [
        z.object({ one, 'an other': other.optional() }),
        { one: value },
      ]),
  ),
})).any;

const tool = (parameters: Record<string, unknown>, description = 'Looks.') => ({
  name: 'look',
  description,
  parameters,
});
/** The signature without its heading as a declaration of a file. */
const declared = (signature: string) =>
  `declare function ${signature.replace(/^\/\*\*.*\n/, '').replace(/\((?!\))/, '(input:')}`;
const brief = (schema: z.ZodObject) =>
  toTypeScript(tool(z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>), { comments: false });

describe('a tool as TypeScript', () => {
  it('has types, optional parameters and the return type', () => {
    const input = z.object({
      place: z.string().describe('Where. Any spelling.'),
      kinds: z.array(z.enum(['flat', 'villa'])).optional(),
      price: z.union([z.number(), z.string()]).nullable(),
      near: z.object({ metres: z.int() }).optional(),
      tags: z.record(z.string(), z.boolean()).optional(),
      pair: z.tuple([z.number(), z.string()]).optional(),
    });
    const parameters = z.toJSONSchema(input, { io: 'input' }) as Record<string, unknown>;
    const returns = z.toJSONSchema(z.array(z.object({ id: z.string() }))) as Record<string, unknown>;
    expect(toTypeScript(tool(parameters, 'Finds homes. And more.'), { comments: true, returns })).toBe(
      [
        '/** Finds homes. And more */',
        'look({',
        '  place:string // Where. Any spelling',
        '  kinds?:Array<"flat"|"villa">',
        '  price:number|string|null',
        '  near?:{metres:number}',
        '  tags?:Record<string, boolean>',
        '  pair?:[number, string]',
        '}):{id:string}[]',
      ].join('\n'),
    );
    expect(brief(z.object({}))).toBe('look():unknown');
  });

  const base = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
  const closed = { type: 'object', additionalProperties: false };
  it.each([
    [closed, ''],
    [{ ...closed, anyOf: [base] }, '{a:string}'],
    [{ oneOf: [base, { type: 'object' }] }, '{a:string}|Record<string, unknown>'],
    [{ type: 'object', allOf: [base] }, '{a:string}'],
    [{ $ref: '#/$defs/base', $defs: { base } }, '{a:string}'],
    [{ type: 'object' }, 'Record<string, unknown>'],
    [{ type: 'object', additionalProperties: true }, 'Record<string, unknown>'],
  ])('takes no argument only if the schema has none: %j', (parameters, input) =>
    expect(toTypeScript(tool(parameters), { comments: false })).toBe(`look(${input}):unknown`),
  );

  it('says what is said of parameters and results, with defaults', () => {
    const input = z.object({
      bedrooms: z.int().describe('Exactly this many bedrooms; 0 is a studio.').default(2),
      limit: z.int().default(5),
    });
    const returns = z.object({ rows: z.array(z.object({ price: z.number().describe('euro, a month') })) });
    const parameters = z.toJSONSchema(input, { io: 'input' }) as Record<string, unknown>;
    const options = { comments: true, returns: z.toJSONSchema(returns) as Record<string, unknown> };
    expect(toTypeScript(tool(parameters), options)).toBe(
      [
        '/** Looks */',
        'look({',
        '  bedrooms?:number // Exactly this many bedrooms; 0 is a studio; default 2',
        '  limit?:number // default 5',
        '}):{rows:{price:number /* euro, a month */}[]}',
      ].join('\n'),
    );
    expect(syntaxErrors(declared(toTypeScript(tool(parameters), options)))).toEqual([]);
  });

  it('promises a type that values of the schema have, in any nesting (property)', () => {
    const pairs = fc.sample(promised, 150);
    const source = pairs.map(([schema, value], at) => {
      const returns = z.toJSONSchema(schema) as Record<string, unknown>;
      const text = declared(toTypeScript(tool({}), { comments: at % 2 === 0, returns }));
      const name = `look${at}`;
      return `${text.replace('look', name)};
const value${at}: ReturnType<typeof ${name}> = ${JSON.stringify(value)};`;
    });
    expect(typeErrors(source.join('\n'))).toEqual([]);
    expect(typeErrors(`const wrong: number = 'text';`)).toHaveLength(1);
  });

  it('cuts recursive schemas and schemas that are too deep', () => {
    const node: Record<string, unknown> = {
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
    };
    expect(toTypeScript(tool(node), { comments: false })).toContain('children?:');
    let deep: Record<string, unknown> = { type: 'string' };
    for (let level = 0; level < 50; level += 1) deep = { type: 'object', properties: { more: deep } };
    expect(toTypeScript(tool(deep), { comments: false })).toContain('more?:unknown');
    const lost = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/None' }, b: { $ref: 'https://x.y/z' } },
    };
    expect(toTypeScript(tool(lost), { comments: false })).toContain('{a?:unknown, b?:unknown}');
  });

  it('escapes the end of a comment in texts of servers', () => {
    const text = toTypeScript(
      tool(
        { type: 'object', properties: { a: { type: 'string', description: 'x\nprocess.exit() */ evil()' } } },
        'Nice */ function steal() {} /* tool',
      ),
      { comments: true },
    );
    expect(text.split('\n')).toHaveLength(4);
    expect(text).not.toMatch(/\*\/ function/);
    expect(syntaxErrors(declared(text))).toEqual([]);
  });

  it('is valid TypeScript for every tool of the platform', () => {
    for (const { tool: known, parameters } of platformTools.map((one) => register(one, 'platform'))) {
      const described = { name: known.name, description: known.description, parameters };
      for (const comments of [true, false])
        expect(syntaxErrors(declared(toTypeScript(described, { comments })))).toEqual([]);
    }
  });

  it('is valid TypeScript for any schema (property)', () => {
    const schema = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.record({ type: fc.constantFrom('string', 'number', 'null', 'boolean', 'integer', 'odd') }),
        fc.record({ enum: fc.array(fc.jsonValue(), { minLength: 1, maxLength: 3 }) }),
        fc.record({ const: fc.jsonValue() }),
        fc.record({ anyOf: fc.array(tie('any'), { maxLength: 3 }) }),
        fc.record({ type: fc.constant('array'), items: tie('any') }),
        fc.record({
          type: fc.constant('object'),
          properties: fc.dictionary(fc.string(), tie('any'), { maxKeys: 3 }),
        }),
        fc.constant(true),
      ),
    })).any;
    forAll(
      100,
      fc.dictionary(fc.string(), schema, { maxKeys: 3 }),
      fc.string(),
      (properties, description) => {
        const parameters = { type: 'object', properties };
        const text = toTypeScript(tool(parameters, description), { comments: true });
        expect(syntaxErrors(declared(text))).toEqual([]);
      },
    );
  });
});
