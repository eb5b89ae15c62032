import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RegisteredTool } from './registry.ts';
import type { Tool } from './tool.ts';

/** A tool as the registry keeps it. */
export function register(tool: Tool, pack: string): RegisteredTool {
  const schema = tool.parameters ?? (z.toJSONSchema(tool.input, { io: 'input' }) as Record<string, unknown>);
  const { $schema: _, ...parameters } = schema;
  const definitionHash = createHash('sha256')
    .update(JSON.stringify([tool.description, parameters]))
    .digest('hex');
  return { tool, pack, source: tool.source ?? 'file', parameters, definitionHash };
}
