import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RegisteredTool } from './registry.ts';
import type { Tool } from './tool.ts';

/** A tool as the registry keeps it. */
export function register(tool: Tool, pack: string): RegisteredTool {
  const schema = tool.parameters ?? (z.toJSONSchema(tool.input, { io: 'input' }) as Record<string, unknown>);
  const { $schema: _, ...parameters } = schema;
  return {
    tool,
    pack,
    source: tool.source ?? 'file',
    parameters,
    definitionHash: definitionHash(tool.description, parameters),
  };
}

/** SHA-256 of what models are told of a tool. @param parameters JSON Schema of its arguments, as it is told. */
export function definitionHash(description: string, parameters: Record<string, unknown>): string {
  return createHash('sha256')
    .update(JSON.stringify([description, parameters]))
    .digest('hex');
}
