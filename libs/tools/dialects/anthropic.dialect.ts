import { withObjectRoot } from './object-root.ts';
import type { DescribedTool, Translated, Translation } from './translation.ts';

/** A tool of Anthropic's Messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: 'object' } & Record<string, unknown>;
}

/**
 * A tool of Anthropic. `input_schema` is JSON Schema draft 2020-12 with an object at the top and no `oneOf`, `allOf` or
 * `anyOf` there (https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/implement-tool-use); all else is taken as
 * it is.
 */
export function toAnthropicTool({ name, description, parameters }: DescribedTool): Translated<AnthropicTool> {
  const translations: Translation[] = [];
  const schema = withObjectRoot(parameters, translations);
  return { made: { name, description, input_schema: { ...schema, type: 'object' } }, translations };
}
