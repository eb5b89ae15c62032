import type { DescribedTool } from './described-tool.ts';
import { withObjectRoot } from './object-root.ts';

export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: 'object' } & Record<string, unknown>;
}

/**
 * Converts a tool for Anthropic. `input_schema` is JSON Schema draft 2020-12 with an object as root, without `oneOf`,
 * `allOf` or `anyOf` in the root (https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/implement-tool-use).
 * Anthropic accepts the rest unchanged.
 */
export function toAnthropicTool({ name, description, parameters }: DescribedTool): AnthropicTool {
  return { name, description, input_schema: { ...withObjectRoot(parameters), type: 'object' } };
}
