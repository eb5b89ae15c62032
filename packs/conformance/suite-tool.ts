import { z } from 'zod';
import { defineTool, type Content, type Tool, type ToolContext } from '#pack-kit';

export interface SuiteTool<Input extends z.ZodObject> {
  name: string;
  description: string;
  input?: Input;
  run(input: z.infer<Input>, context: ToolContext): Promise<Content[]> | Content[];
}

/** A tool of the conformance suite; its result is a list of content blocks. */
export function suiteTool<Input extends z.ZodObject>(spec: SuiteTool<Input>): Tool {
  return defineTool({
    name: spec.name,
    description: spec.description,
    category: 'conformance',
    input: spec.input ?? (z.object({}) as unknown as Input),
    whenToUse: ['The conformance suite of the Model Context Protocol calls it.'],
    examples: [`Call ${spec.name}`],
    tier: 'always',
    channels: ['chat'],
    role: 'any',
    sideEffect: 'none',
    intents: [],
    execute: async (input, context) => ({ content: await spec.run(input, context) }),
    content: ({ content }) => content,
  });
}

export function text(words: string): Content[] {
  return [{ type: 'text', text: words }];
}
