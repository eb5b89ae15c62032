import type { DescribedTool } from './described-tool.ts';
import { withObjectRoot } from './object-root.ts';

/** A tool of Anthropic's Messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: 'object' } & Record<string, unknown>;
}

/**
 * A tool of Anthropic. `input_schema` is JSON Schema draft 2020-12 with an object at the top and no `oneOf`, `allOf` or
 * `anyOf` there (https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/implement-tool-use); everything else is
 * accepted as it is.
 */
export function toAnthropicTool({ name, description, parameters }: DescribedTool): AnthropicTool {
  return { name, description, input_schema: { ...withObjectRoot(parameters), type: 'object' } };
}
