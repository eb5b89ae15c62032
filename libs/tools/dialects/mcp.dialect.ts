import { z } from 'zod';
import type { RegisteredTool } from '../registered-tool.ts';
import { isObject, type JsonSchema } from './json-schema.ts';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

export interface McpTool {
  name: string;
  description: string;
  inputSchema: { type: 'object' } & Record<string, unknown>;
  /** Only for tools whose result is an object of a fixed shape. */
  outputSchema?: { type: 'object' } & Record<string, unknown>;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

/**
 * Converts a tool for the Model Context Protocol. Its schemas are JSON Schema draft 2020-12 with an object as root
 * (https://modelcontextprotocol.io/specification/2025-11-25/server/tools), so no keyword is translated.
 */
export function toMcpTool({ tool, parameters }: RegisteredTool): McpTool {
  const { sideEffect, outbound } = tool;
  const outputSchema = outputSchemaOf(tool.result);
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: {
      // The keywords for references differ between drafts; a schema without references is valid in all of them.
      ...('$defs' in parameters ? { $schema: DRAFT } : {}),
      ...parameters,
      type: 'object',
    },
    ...(outputSchema && { outputSchema }),
    annotations: {
      readOnlyHint: sideEffect === 'none',
      // Writes are versioned or can be changed again; an external effect cannot be undone.
      destructiveHint: sideEffect === 'external',
      idempotentHint: sideEffect === 'none',
      openWorldHint: sideEffect === 'external' || Boolean(outbound),
    },
  };
}

/** The output schema of a result; undefined if the result is not an object. */
function outputSchemaOf(result: z.ZodType | undefined): McpTool['outputSchema'] | undefined {
  if (!result) return undefined;
  const schema: unknown = z.toJSONSchema(result, { io: 'output', unrepresentable: 'any' });
  return isObject(schema) && schema.type === 'object'
    ? { ...withMoreFields(schema), type: 'object' }
    : undefined;
}

/** Allows further fields, because any result may have fields such as `warnings` and `truncated`. */
function withMoreFields(schema: JsonSchema): JsonSchema {
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(walk);
    if (!isObject(part)) return part;
    const { additionalProperties, ...rest } = part;
    // Omitting `additionalProperties` also allows anything, and strict clients warn about an empty schema.
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
