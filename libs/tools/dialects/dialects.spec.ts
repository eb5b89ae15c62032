import { z } from 'zod';
import { packs } from '#packs';
import { forAll } from '../../../test/harness/for-all.ts';
import { platformTools } from '../platform/index.ts';
import { ToolRegistry } from '../registry.ts';
import { fakeTool, registered } from '../testing/fake-tools.ts';
import { toAnthropicTool } from './anthropic.dialect.ts';
import { describeKeyword } from './describe-keyword.ts';
import type { DescribedTool } from './described-tool.ts';
import { toGeminiFunction } from './gemini.dialect.ts';
import type { JsonSchema } from './json-schema.ts';
import { toMcpTool } from './mcp.dialect.ts';
import { toOpenAiTool } from './openai.dialect.ts';
import { exceedsStrictLimits } from './strict-limits.ts';
import { nastyLeaf, nastyParameters } from './testing/nasty-schemas.ts';
import { GEMINI, OPENAI_STRICT, plainRootProblems, violations } from './testing/subset.ts';

const described = (parameters: Record<string, unknown>): DescribedTool => ({
  name: 'do_it',
  description: 'Does it.',
  parameters,
});
const ofZod = (input: z.ZodObject) => described(registered(fakeTool({ input })).parameters);

function expectOpenAi(tool: DescribedTool): void {
  for (const strict of [true, false]) {
    const { function: made } = toOpenAiTool(tool, { strict });
    expect(made.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    if (made.strict) {
      expect(violations(made.parameters, OPENAI_STRICT)).toEqual([]);
      expect(exceedsStrictLimits(made.parameters)).toBe(false);
    } else expect(plainRootProblems(made.parameters)).toEqual([]);
  }
}

function expectGemini(tool: DescribedTool): void {
  const { name, parametersJsonSchema } = toGeminiFunction(tool);
  expect(name).toMatch(/^[a-zA-Z_][\w.:-]{0,63}$/);
  if (parametersJsonSchema) expect(violations(parametersJsonSchema, GEMINI)).toEqual([]);
}

function expectAnthropic(tool: DescribedTool): void {
  const { name, input_schema } = toAnthropicTool(tool);
  expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(input_schema.type).toBe('object');
  for (const keyword of ['oneOf', 'allOf', 'anyOf']) expect(input_schema).not.toHaveProperty(keyword);
}

describe('every registered tool', () => {
  const tools = new ToolRegistry(packs, platformTools).tools.map(
    (entry) => [entry.tool.name, entry] as const,
  );

  it.each(tools)('%s can be translated to every dialect', (_name, entry) => {
    const tool = { ...entry.tool, parameters: entry.parameters };
    expectOpenAi(tool);
    expectGemini(tool);
    expectAnthropic(tool);
    const mcp = toMcpTool(entry);
    expect(mcp.name).toMatch(/^[\w.-]{1,128}$/);
    expect([mcp.inputSchema.type, mcp.outputSchema?.type ?? 'object']).toEqual(['object', 'object']);
    // The MCP inspector warns about empty schemas with `--strict`.
    expect(JSON.stringify(mcp.outputSchema ?? null)).not.toContain('"additionalProperties":{}');
    for (const name of Object.keys(entry.parameters.properties as object))
      expect(name).toMatch(/^[A-Za-z_]\w{0,63}$/);
  });
});

describe('any schema', () => {
  it('can be translated to every dialect, without being modified', () => {
    forAll(1_000, nastyParameters, (parameters) => {
      const before = JSON.stringify(parameters);
      expectOpenAi(described(parameters));
      expectGemini(described(parameters));
      expectAnthropic(described(parameters));
      expect(JSON.stringify(parameters)).toBe(before);
    });
  });

  it('loses no keyword: unsupported keywords move into the description', () => {
    const carriedOver: Record<string, (kept: JsonSchema) => boolean> = {
      const: (kept) => 'enum' in kept,
      nullable: ({ type }) => [type].flat().includes('null'),
      $ref: (kept) => Object.keys(kept).length > 0,
    };
    forAll(500, nastyLeaf, (leaf) => {
      const tool = described({ type: 'object', properties: { a: leaf }, required: ['a'] });
      const made = [
        toGeminiFunction(tool).parametersJsonSchema,
        toOpenAiTool(tool, { strict: true }).function.parameters,
      ];
      for (const parameters of made) {
        const { a: kept } = (parameters?.properties ?? {}) as { a: JsonSchema };
        for (const [keyword, value] of Object.entries(leaf))
          if (!(keyword in kept) && !carriedOver[keyword]?.(kept))
            expect(kept.description).toContain(describeKeyword(keyword, value));
      }
    });
  });

  it('is strict for OpenAI if no part of it is open', () => {
    const tool = ofZod(
      z.object({
        query: z.string().max(20).describe('What to look for'),
        sort: z.enum(['price', 'date']).default('price'),
        limit: z.int().min(5).max(50).optional(),
        range: z.tuple([z.number(), z.number()]).optional(),
        area: z.object({ lat: z.number(), exact: z.boolean().optional() }).optional(),
        either: z.union([z.string(), z.object({ id: z.string() })]).optional(),
      }),
    );
    expect(toOpenAiTool(tool, { strict: true }).function).toMatchObject({
      strict: true,
      parameters: {
        additionalProperties: false,
        required: ['query', 'sort', 'limit', 'range', 'area', 'either'],
        properties: {
          query: { type: 'string', description: 'What to look for. At most 20 characters.' },
          sort: { type: ['string', 'null'], enum: ['price', 'date', null], description: 'Default: price.' },
          limit: { type: ['integer', 'null'], minimum: 5, maximum: 50 },
          range: { items: { type: 'number' }, minItems: 2, maxItems: 2 },
          area: { type: ['object', 'null'], required: ['lat', 'exact'] },
          either: { anyOf: [{ type: 'string' }, { type: 'object', required: ['id'] }, { type: 'null' }] },
        },
      },
    });
  });

  it.each<[string, z.ZodObject]>([
    ['labels takes fields of any name', z.object({ labels: z.record(z.string(), z.string()) })],
    ['anything may stand at value', z.object({ value: z.unknown() })],
    ['anything may stand at list[]', z.object({ list: z.array(z.any()) })],
  ])('is not strict where %s', (_why, input) => {
    expect(toOpenAiTool(ofZod(input), { strict: true }).function).toMatchObject({
      strict: false,
      parameters: ofZod(input).parameters,
    });
  });

  it('keeps recursion for OpenAI, and ends it for Gemini', () => {
    const tree: z.ZodType = z.lazy(() => z.object({ label: z.string(), children: z.array(tree) }));
    const tool = ofZod(z.object({ tree }));
    expect(toOpenAiTool(tool, { strict: true }).function.strict).toBe(true);
    const gemini = JSON.stringify(toGeminiFunction(tool));
    expect(gemini).not.toContain('$ref');
    expect(gemini).toContain('Again as described above');
  });

  it('describes in words the keywords that Gemini does not support', () => {
    const tool = ofZod(
      z.object({
        code: z
          .string()
          .regex(/^[A-Z]{3}$/)
          .describe('Currency'),
        kind: z.literal('x'),
        flag: z.literal(true).optional(),
        price: z.number().gt(5).multipleOf(0.5).default(6),
      }),
    );
    expect(toGeminiFunction(tool).parametersJsonSchema).toMatchObject({
      properties: {
        code: { type: 'string', description: 'Currency. Must match the regular expression ^[A-Z]{3}$.' },
        kind: { enum: ['x'] },
        flag: { type: 'boolean', description: 'Always true.' },
        price: {
          description: expect.stringMatching(/More than 5\..*A multiple of 0\.5\..*|A multiple of 0\.5\./),
        },
      },
    });
  });

  it('with alternatives in the root becomes one object whose description groups the fields', () => {
    const tool = described({
      type: 'object',
      properties: { note: { type: 'string' } },
      anyOf: [
        { properties: { email: { type: 'string' } }, required: ['email'] },
        { properties: { phone: { type: 'string' } }, required: ['phone'] },
      ],
    });
    expect(toAnthropicTool(tool)).toEqual({
      name: 'do_it',
      description: 'Does it.',
      input_schema: {
        type: 'object',
        properties: { note: { type: 'string' }, email: { type: 'string' }, phone: { type: 'string' } },
        description: 'Give the fields of one of these sets: (email) or (phone).',
      },
    });
  });

  it('is omitted for Gemini if the tool has no parameters', () => {
    expect(toGeminiFunction(ofZod(z.object({})))).toEqual({ name: 'do_it', description: 'Does it.' });
  });
});

describe('an MCP tool', () => {
  it('has annotations for its side effects, and an output schema', () => {
    const sender = registered(
      fakeTool({ sideEffect: 'external', outbound: true, result: z.object({ id: z.string() }) as never }),
    );
    expect(toMcpTool(sender)).toMatchObject({
      outputSchema: { type: 'object', properties: { id: { type: 'string' } } },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    });
    const list = toMcpTool(registered(fakeTool({ result: z.array(z.string()) as never })));
    expect(list.outputSchema).toBeUndefined();
    expect(list.annotations).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
  });
});
