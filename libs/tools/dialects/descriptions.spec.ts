import { packs } from '#packs';
import { variablesNamed } from '#config';
import { loadPackServerTools } from '#mcp';
import { countToolTokens } from '#models';
import { artifactKindsOf } from '../artifacts/known-kinds.ts';
import { describeTool } from '../describe-tool.ts';
import { platformTools } from '../platform/index.ts';
import { ToolRegistry } from '../registry.ts';
import { toGeminiFunction } from './gemini.dialect.ts';
import { isObject, type JsonSchema } from './json-schema.ts';
import { toOpenAiTool } from './openai.dialect.ts';

/** Texts that tell a model nothing, or that its schema says already. */
const NOISE = [
  /\b(?:a number|an amount|a percentage) such as 3\b|"1,200"|"250k"/,
  /At least [01] (?:characters|items|fields)/,
  /regular expression .{40}/,
  /Names of fields: string|Must be an? (?:string|number|integer|boolean|array|object)/i,
  /\b9007199254740991\b/,
];
const MAX_TOKENS = 350;
/** Tools with more to say: a language of questions, and the contents of every kind of artifact. */
const LARGE: Record<string, number> = { query_org_data: 680, write_file: 1_000 };

const registry = new ToolRegistry(packs, platformTools);
await loadPackServerTools(registry, variablesNamed);

/** Every parameter, nested ones too, with its path. */
function parametersOf(schema: unknown, path = ''): [path: string, schema: JsonSchema][] {
  if (!isObject(schema)) return [];
  const { properties = {}, items, anyOf = [] } = schema as JsonSchema;
  return [
    ...Object.entries(properties).flatMap(([name, part]): [string, JsonSchema][] => [
      [`${path}${name}`, part],
      ...parametersOf(part, `${path}${name}.`),
    ]),
    ...[items, ...anyOf].flatMap((part) => parametersOf(part, path)),
  ];
}

/** The default that the validator of a tool sets where nothing is given. */
const defaultsOf = (input: { shape: object }) =>
  Object.entries(
    input.shape as Record<string, { safeParse: (value: unknown) => { data?: unknown } }>,
  ).flatMap(([name, part]) => {
    const { data } = part.safeParse(undefined);
    return data === undefined || JSON.stringify(data) === '[]' ? [] : [[name, data] as const];
  });

describe.each(registry.effective(null).tools.map((entry) => [entry.tool.name, entry] as const))(
  'the description of %s',
  (name, entry) => {
    const pack = packs.find((one) => one.name === entry.pack) ?? packs.find(({ artifacts }) => artifacts)!;
    const described = describeTool(entry, {
      caller: { kind: 'admin' },
      datasets: pack.datasets ?? [],
      artifactKinds: artifactKindsOf([pack]),
    });

    it('describes every parameter', () => {
      const silent = parametersOf(described.parameters).filter(([, { description }]) => !description);
      expect(silent.map(([path]) => path)).toEqual([]);
    });

    it('keeps every default', () => {
      const properties = described.parameters.properties as Record<string, JsonSchema>;
      for (const [parameter, value] of defaultsOf(entry.tool.input))
        expect([parameter, properties[parameter]?.['default']]).toEqual([parameter, value]);
    });

    it('says nothing that the schema says already', () => {
      const rendered = [toGeminiFunction(described), toOpenAiTool(described, { strict: true }), described];
      for (const text of rendered.map((one) => JSON.stringify(one)))
        for (const noise of NOISE) expect(text).not.toMatch(noise);
      for (const [path, { description = '', enum: values = [] }] of parametersOf(described.parameters)) {
        const words: string[] = description.toLowerCase().split(/[^a-z0-9_-]+/);
        const repeats = values.length > 1 && values.length + 2 >= words.length;
        expect([
          path,
          repeats && values.every((value) => words.includes(String(value).toLowerCase())),
        ]).toEqual([path, false]);
      }
    });

    it('stays within its token budget', async () => {
      const [tokens] = await countToolTokens([described]);
      expect(tokens).toBeLessThanOrEqual(LARGE[name] ?? MAX_TOKENS);
    });
  },
);
