import { inputSchemaOf } from '#pack-kit';
import type { GeoTool } from '../../tools/geo-tool.ts';

/** A tool in the server's list. The platform hashes its description and schema. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object' } & Record<string, unknown>;
  annotations: { readOnlyHint: true; idempotentHint: true; openWorldHint: true };
}

export function listedTool({ name, title, description, input }: GeoTool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchemaOf(input), type: 'object' },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
  };
}
