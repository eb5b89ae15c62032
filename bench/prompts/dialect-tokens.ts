import { countTextTokens } from '#models';
import { toAnthropicTool, toGeminiFunction, toOpenAiTool, type DescribedTool } from '#tools';

/** The parts of a JSON Schema that are read to a model. */
interface ReadSchema {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  properties?: Record<string, ReadSchema>;
  items?: ReadSchema;
  anyOf?: ReadSchema[];
}
type Definition = [name: string, description: string, schema: ReadSchema];

/** A tool as each dialect sends it. */
const DIALECTS: Record<string, (tool: DescribedTool) => Definition> = {
  Gemini: (tool) => definitionIn(toGeminiFunction(tool), 'parametersJsonSchema'),
  OpenAI: (tool) => definitionIn(toOpenAiTool(tool, { strict: true }).function, 'parameters'),
  Anthropic: (tool) => definitionIn(toAnthropicTool(tool), 'input_schema'),
};
const definitionIn = <Key extends string>(
  sent: { name: string; description: string } & { [key in Key]?: ReadSchema },
  schema: Key,
): Definition => [sent.name, sent.description, sent[schema] ?? {}];

/**
 * Tokens beside the texts of all functions, of each, of its properties, of each of them and of each value: OpenAI writes a
 * function as a type, not as JSON (https://cookbook.openai.com/examples/how_to_count_tokens_with_tiktoken, section 7).
 */
const OPENAI_TOKENS = { all: 12, each: 7, properties: 3, property: 3, value: 3 };

/** Tokens of the tools of a request in each dialect: of their JSON, and for OpenAI as OpenAI counts them. */
export async function toolTokens(tools: readonly DescribedTool[]): Promise<Record<string, number>> {
  const tokens: Record<string, number> = { OpenAI: tools.length > 0 ? OPENAI_TOKENS.all : 0 };
  for (const tool of tools) {
    for (const [dialect, definitionOf] of Object.entries(DIALECTS)) {
      const definition = definitionOf(tool);
      const count = dialect === 'OpenAI' ? openAiTokens : jsonTokens;
      tokens[dialect] = (tokens[dialect] ?? 0) + (await count(definition));
    }
  }
  return tokens;
}

/** Tokens of the JSON of tools in each dialect, and of the descriptions in it. */
export async function definitionTokens(
  tools: readonly DescribedTool[],
): Promise<Record<string, { definitions: number; descriptions: number }>> {
  const figures: Awaited<ReturnType<typeof definitionTokens>> = {};
  for (const [dialect, definitionOf] of Object.entries(DIALECTS)) {
    let [definitions, descriptions] = [0, 0];
    for (const definition of tools.map(definitionOf)) {
      definitions += await jsonTokens(definition);
      for (const { description = '' } of partsOf({ description: definition[1], items: definition[2] }))
        descriptions += await countTextTokens(description);
    }
    figures[dialect] = { definitions, descriptions };
  }
  return figures;
}

const jsonTokens = (definition: Definition) => countTextTokens(JSON.stringify(definition));

async function openAiTokens([name, description, schema]: Definition): Promise<number> {
  let tokens = OPENAI_TOKENS.each + (await countTextTokens(`${name}:${description}`));
  for (const { properties = {} } of partsOf(schema)) {
    const entries = Object.entries(properties);
    if (entries.length > 0) tokens += OPENAI_TOKENS.properties;
    for (const [property, { type = [], description: about = '', enum: values = [] }] of entries) {
      const line = `${property}:${[type].flat().join('|')}:${about}`;
      tokens += OPENAI_TOKENS.property + (await countTextTokens(line));
      for (const value of values) tokens += OPENAI_TOKENS.value + (await countTextTokens(String(value)));
      // A separator stands between the values, not before the first.
      if (values.length > 0) tokens -= OPENAI_TOKENS.value;
    }
  }
  return tokens;
}

/** The schema and all schemas in it. */
function partsOf(schema: ReadSchema): ReadSchema[] {
  const { properties = {}, items = [], anyOf = [] } = schema;
  return [schema, ...[Object.values(properties), items, anyOf].flat().flatMap(partsOf)];
}
