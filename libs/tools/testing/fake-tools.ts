import { z } from 'zod';
import { type Pack, defineTool, type Tool, type ToolSpec } from '#pack-kit';
import type { RegisteredTool } from '../registered-tool.ts';
import { ToolRegistry } from '../registry.ts';

/** A valid tool. `over` replaces fields for a test. */
export function fakeTool<Input extends z.ZodObject = z.ZodObject<{ text: z.ZodOptional<z.ZodString> }>>(
  over: Partial<ToolSpec<Input>> = {},
): Tool {
  return defineTool({
    name: 'echo',
    description: 'Gives back what it was given.',
    category: 'test',
    input: z.object({ text: z.string().optional() }),
    whenToUse: ['Something is to be said again.'],
    examples: ['Say it again'],
    channels: ['chat', 'voice'],
    role: 'any',
    sideEffect: 'none',
    intents: [],
    execute: async (input: unknown) => input,
    ...(over as object),
  } as ToolSpec);
}

export function fakePack(tools: Tool[], over: Partial<Pack> = {}): Pack {
  const agent = {
    name: 'helper',
    description: 'Helps.',
    prompt: 'Help.',
    taskType: 'draft_reply',
    tools: tools.map((tool) => tool.name),
  };
  return { name: 'test', title: 'Test', loading: 'broker', agents: [agent], tools, ...over };
}

export function registered(tool: Tool): RegisteredTool {
  const found = new ToolRegistry([fakePack([tool])], []).tool(tool.name);
  if (!found) throw new Error(`${tool.name} was not registered`);
  return found;
}
