import { z } from 'zod';
import { hashOf } from './cache/canonical-json.ts';
import type { RegisteredTool } from './registry.ts';
import { languagesOf, type TextLanguage } from '#text';
import type { Tool } from '#pack-kit';

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
    languages: languagesOfTool(tool),
  };
}

/** The languages in which a tool can be found by what it says of itself. */
export function languagesOfTool({ description, whenToUse, examples }: ToolTexts): TextLanguage[] {
  return languagesOf([description, ...whenToUse, ...examples]);
}

type ToolTexts = Pick<Tool, 'description' | 'whenToUse' | 'examples'>;

/**
 * SHA-256 of what models are told of a tool, whatever order the properties of the schema stand in: a process that reads it
 * from the database knows another one than the process that asked the server.
 *
 * @param parameters JSON Schema of its arguments, as it is told.
 */
export function definitionHash(description: string, parameters: Record<string, unknown>): string {
  return hashOf([description, parameters]);
}
