import fc from 'fast-check';
import { z } from 'zod';
import { packs } from '#packs';
import { platformTools } from '../platform/index.ts';
import { ToolRegistry } from '../registry.ts';
import { fakeTool, registered } from '../testing/fake-tools.ts';
import { toAnthropicTool } from './anthropic.dialect.ts';
import { toGeminiFunction } from './gemini.dialect.ts';
import { toMcpTool } from './mcp.dialect.ts';
import { toOpenAiTool } from './openai.dialect.ts';
import { strictLimitsExceeded } from './strict-limits.ts';
import { nastyLeaf, nastyParameters } from './testing/nasty-schemas.ts';
import { GEMINI, OPENAI_STRICT, plainRootProblems, violations } from './testing/subset.ts';
import type { DescribedTool } from './translation.ts';

const described = (parameters: Record<string, unknown>): DescribedTool => ({
  name: 'do_it',
  description: 'Does it.',
  parameters,
});
const ofZod = (input: z.ZodObject) => described(registered(fakeTool({ input })).parameters);

function expectOpenAi(tool: DescribedTool): void {
  for (const strict of [true, false]) {
    const { function: made } = toOpenAiTool(tool, { strict }).made;
    expect(made.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    if (made.strict) {
      expect(violations(made.parameters, OPENAI_STRICT)).toEqual([]);
      expect(strictLimitsExceeded(made.parameters)).toBeUndefined();
    } else expect(plainRootProblems(made.parameters)).toEqual([]);
  }
}

function expectGemini(tool: DescribedTool): void {
  const { name, parametersJsonSchema } = toGeminiFunction(tool).made;
  expect(name).toMatch(/^[a-zA-Z_][\w.:-]{0,63}$/);
  if (parametersJsonSchema) expect(violations(parametersJsonSchema, GEMINI)).toEqual([]);
}

function expectAnthropic(tool: DescribedTool): void {
  const { name, input_schema } = toAnthropicTool(tool).made;
  expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(input_schema.type).toBe('object');
  for (const keyword of ['oneOf', 'allOf', 'anyOf']) expect(input_schema).not.toHaveProperty(keyword);
}

describe('every registered tool', () => {
  const tools = new ToolRegistry(packs, platformTools).tools.map(
    (entry) => [entry.tool.name, entry] as const,
  );

  it.each(tools)('%s can be told in every dialect', (_name, entry) => {
    const tool = { ...entry.tool, parameters: entry.parameters };
    expectOpenAi(tool);
    expectGemini(tool);
    expectAnthropic(tool);
    const mcp = toMcpTool(entry).made;
    expect(mcp.name).toMatch(/^[\w.-]{1,128}$/);
    expect([mcp.inputSchema.type, mcp.outputSchema?.type ?? 'object']).toEqual(['object', 'object']);
    // The inspector's `--strict` warns of schemas that say nothing.
    expect(JSON.stringify(mcp.outputSchema ?? null)).not.toContain('"additionalProperties":{}');
    for (const name of Object.keys(entry.parameters.properties as object))
      expect(name).toMatch(/^[A-Za-z_]\w{0,63}$/);
  });
});

describe('any schema', () => {
  it('can be told in every dialect, and stays as it was', () => {
    fc.assert(
      fc.property(nastyParameters, (parameters) => {
        const before = JSON.stringify(parameters);
        expectOpenAi(described(parameters));
        expectGemini(described(parameters));
        expectAnthropic(described(parameters));
        expect(JSON.stringify(parameters)).toBe(before);
      }),
      { numRuns: 1_000 },
    );
  });

  it('loses no keyword without an entry that says what became of it', () => {
    fc.assert(
      fc.property(nastyLeaf, (leaf) => {
        const tool = described({ type: 'object', properties: { a: leaf }, required: ['a'] });
        const gemini = toGeminiFunction(tool);
        const openai = toOpenAiTool(tool, { strict: true });
        const made = [
          [gemini.made.parametersJsonSchema, gemini.translations],
          [openai.made.function.parameters, openai.translations],
        ] as const;
        for (const [parameters, translations] of made) {
          const { a: kept } = (parameters?.properties ?? {}) as { a: object };
          const told = translations.filter(({ path }) => path === 'a').map(({ keyword }) => keyword);
          for (const keyword of Object.keys(leaf)) expect([...Object.keys(kept), ...told]).toContain(keyword);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is strict for OpenAI where nothing in it is open', () => {
    const tool = ofZod(
      z.object({
        query: z.string().min(2).describe('What to look for'),
        sort: z.enum(['price', 'date']).default('price'),
        limit: z.int().min(1).max(50).optional(),
        range: z.tuple([z.number(), z.number()]).optional(),
        area: z.object({ lat: z.number(), exact: z.boolean().optional() }).optional(),
        either: z.union([z.string(), z.object({ id: z.string() })]).optional(),
      }),
    );
    const { made, translations } = toOpenAiTool(tool, { strict: true });
    expect(made.function).toMatchObject({
      strict: true,
      parameters: {
        additionalProperties: false,
        required: ['query', 'sort', 'limit', 'range', 'area', 'either'],
        properties: {
          query: { type: 'string', description: 'What to look for. At least 2 characters.' },
          sort: { type: ['string', 'null'], enum: ['price', 'date', null], description: 'Default: "price".' },
          limit: { type: ['integer', 'null'], minimum: 1, maximum: 50 },
          range: { items: { type: 'number' }, minItems: 2, maxItems: 2 },
          area: { type: ['object', 'null'], required: ['lat', 'exact'] },
          either: { anyOf: [{ type: 'string' }, { type: 'object', required: ['id'] }, { type: 'null' }] },
        },
      },
    });
    expect(translations).toEqual(
      expect.arrayContaining([
        { path: 'query', keyword: 'minLength', into: 'description' },
        { path: 'sort', keyword: 'default', into: 'description' },
        { path: 'limit', keyword: 'required', into: 'null' },
        { path: 'area.exact', keyword: 'required', into: 'null' },
        { path: 'range', keyword: 'prefixItems', into: 'items and description' },
      ]),
    );
  });

  it.each<[string, z.ZodObject]>([
    ['labels takes fields of any name', z.object({ labels: z.record(z.string(), z.string()) })],
    ['anything may stand at value', z.object({ value: z.unknown() })],
    ['anything may stand at list[]', z.object({ list: z.array(z.any()) })],
  ])('is not strict where %s', (why, input) => {
    const { made, translations } = toOpenAiTool(ofZod(input), { strict: true });
    expect(made.function.strict).toBe(false);
    expect(made.function.parameters).toEqual(ofZod(input).parameters);
    expect(translations).toEqual([{ path: '', keyword: 'strict', into: `left out: ${why}` }]);
  });

  it('that contains itself stays so for OpenAI, and ends for Gemini', () => {
    const tree: z.ZodType = z.lazy(() => z.object({ label: z.string(), children: z.array(tree) }));
    const tool = ofZod(z.object({ tree }));
    expect(toOpenAiTool(tool, { strict: true }).made.function.strict).toBe(true);
    const gemini = toGeminiFunction(tool);
    expect(JSON.stringify(gemini.made)).not.toContain('$ref');
    expect(JSON.stringify(gemini.made)).toContain('Again as described above');
    expect(gemini.translations.map(({ into }) => into)).toContain('description');
  });

  it('says in words what Gemini has no keyword for', () => {
    const tool = ofZod(
      z.object({
        code: z
          .string()
          .regex(/^[A-Z]{3}$/)
          .describe('Currency'),
        kind: z.literal('x'),
        flag: z.literal(true).optional(),
        price: z.number().gt(0).multipleOf(0.5).default(1),
      }),
    );
    const { made, translations } = toGeminiFunction(tool);
    expect(made.parametersJsonSchema).toMatchObject({
      properties: {
        code: { type: 'string', description: 'Currency. Must match the regular expression ^[A-Z]{3}$.' },
        kind: { enum: ['x'] },
        flag: { type: 'boolean', description: 'Always true.' },
        price: {
          description: expect.stringMatching(/More than 0\..*A multiple of 0\.5\..*|A multiple of 0\.5\./),
        },
      },
    });
    expect(translations.map(({ path, keyword }) => `${path}:${keyword}`)).toEqual(
      expect.arrayContaining([
        'code:pattern',
        'kind:const',
        'flag:const',
        'price:exclusiveMinimum',
        'price:multipleOf',
      ]),
    );
  });

  it('with alternatives at the top is one object whose description says which belong together', () => {
    const tool = described({
      type: 'object',
      properties: { note: { type: 'string' } },
      anyOf: [
        { properties: { email: { type: 'string' } }, required: ['email'] },
        { properties: { phone: { type: 'string' } }, required: ['phone'] },
      ],
    });
    expect(toAnthropicTool(tool)).toEqual({
      made: {
        name: 'do_it',
        description: 'Does it.',
        input_schema: {
          type: 'object',
          properties: { note: { type: 'string' }, email: { type: 'string' }, phone: { type: 'string' } },
          description: 'Give the fields of one of these sets: (email) or (phone).',
        },
      },
      translations: [{ path: '', keyword: 'anyOf', into: 'properties and description' }],
    });
  });

  it('of a tool without parameters is left out for Gemini', () => {
    expect(toGeminiFunction(ofZod(z.object({}))).made).toEqual({ name: 'do_it', description: 'Does it.' });
  });
});

describe('an MCP tool', () => {
  it('says what it does to the world, and the shape of its result', () => {
    const sender = registered(
      fakeTool({ sideEffect: 'external', outbound: true, result: z.object({ id: z.string() }) as never }),
    );
    expect(toMcpTool(sender).made).toMatchObject({
      outputSchema: { type: 'object', properties: { id: { type: 'string' } } },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    });
    const list = toMcpTool(registered(fakeTool({ result: z.array(z.string()) as never })));
    expect(list.made.outputSchema).toBeUndefined();
    expect(list.translations).toHaveLength(1);
    expect(list.made.annotations).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
  });
});
