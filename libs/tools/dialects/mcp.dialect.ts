import { z } from 'zod';
import type { RegisteredTool } from '../registered-tool.ts';
import { isObject, type JsonSchema } from './json-schema.ts';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/** A tool as an MCP server lists it. */
export interface McpTool {
  name: string;
  description: string;
  inputSchema: { type: 'object' } & Record<string, unknown>;
  /** Only of tools whose result is an object of a fixed shape. */
  outputSchema?: { type: 'object' } & Record<string, unknown>;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

/**
 * A tool of the Model Context Protocol, whose schemas are JSON Schema draft 2020-12 with an object at the top
 * (https://modelcontextprotocol.io/specification/2025-11-25/server/tools): nothing has to be said in another way.
 */
export function toMcpTool({ tool, parameters }: RegisteredTool): McpTool {
  const { sideEffect, outbound } = tool;
  const outputSchema = outputSchemaOf(tool.result);
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: {
      // Keywords of references changed between drafts; a plain schema reads the same in all of them.
      ...('$defs' in parameters ? { $schema: DRAFT } : {}),
      ...parameters,
      type: 'object',
    },
    ...(outputSchema && { outputSchema }),
    annotations: {
      readOnlyHint: sideEffect === 'none',
      // What is written here is kept in versions or can be changed again; what was sent cannot be taken back.
      destructiveHint: sideEffect === 'external',
      idempotentHint: sideEffect === 'none',
      openWorldHint: sideEffect === 'external' || Boolean(outbound),
    },
  };
}

/** Only objects have an output schema. */
function outputSchemaOf(result: z.ZodType | undefined): McpTool['outputSchema'] | undefined {
  if (!result) return undefined;
  const schema: unknown = z.toJSONSchema(result, { io: 'output', unrepresentable: 'any' });
  return isObject(schema) && schema.type === 'object'
    ? { ...withMoreFields(schema), type: 'object' }
    : undefined;
}

/** Notes such as `warnings` and `truncated` may stand in any result beside what the tool says of it. */
function withMoreFields(schema: JsonSchema): JsonSchema {
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(walk);
    if (!isObject(part)) return part;
    const { additionalProperties, ...rest } = part;
    // "Anything" is what a schema says that does not name it; strict clients warn of an empty schema.
    const saysNothing = isObject(additionalProperties) && Object.keys(additionalProperties).length === 0;
    const open =
      saysNothing || additionalProperties === undefined || typeof additionalProperties === 'boolean';
    const entries = Object.entries(rest).map(([name, value]) => [name, walk(value)]);
    return Object.fromEntries(
      open ? entries : [...entries, ['additionalProperties', walk(additionalProperties)]],
    );
  };
  return walk(schema) as JsonSchema;
}
