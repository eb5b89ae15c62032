import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { preconditionFailed, type CallClient, type Tool, type ToolContext } from '#pack-kit';
import { suiteTool, text } from './suite-tool.ts';

/** Pause between two messages, so that the client receives them one by one. */
const PAUSE_MS = 50;
const SAMPLE_TOKENS = 100;

/** Tools that exchange messages with the client while they run. */
export const exchangeTools: Tool[] = [
  suiteTool({
    name: 'test_tool_with_logging',
    description: 'Writes three lines to the log of the client.',
    run: async (_input, { log, signal }) => {
      log?.('info', 'Tool execution started');
      await delay(PAUSE_MS, undefined, { signal });
      log?.('info', 'Tool processing data');
      await delay(PAUSE_MS, undefined, { signal });
      log?.('info', 'Tool execution completed');
      return text('Three lines were logged.');
    },
  }),
  suiteTool({
    name: 'test_tool_with_progress',
    description: 'Tells how far it is: 0, 50 and 100 of 100.',
    run: async (_input, { progress, signal }) => {
      for (const done of [0, 50, 100]) {
        progress?.({ done, total: 100, message: `${done} of 100` });
        await delay(PAUSE_MS, undefined, { signal });
      }
      return text('It is done.');
    },
  }),
  suiteTool({
    name: 'test_sampling',
    description: 'Asks the model of the client.',
    input: z.object({ prompt: z.string() }),
    run: async ({ prompt }, context) => {
      const answer = await clientOf(context).sample(prompt, { maxTokens: SAMPLE_TOKENS });
      return text(`LLM response: ${answer.text}`);
    },
  }),
  suiteTool({
    name: 'test_elicitation',
    description: 'Asks the person for a name and an address.',
    input: z.object({ message: z.string() }),
    run: async ({ message }, context) => {
      const schema = {
        type: 'object',
        properties: {
          username: { type: 'string', description: "User's response" },
          email: { type: 'string', description: "User's email address" },
        },
        required: ['username', 'email'],
      };
      const { action, content } = await clientOf(context).elicit(message, schema);
      return text(`User response: action: ${action}, content: ${JSON.stringify(content ?? {})}`);
    },
  }),
  asking('test_elicitation_sep1034_defaults', 'Asks with a value in every field.', {
    name: { type: 'string', description: 'User name', default: 'John Doe' },
    age: { type: 'integer', description: 'User age', default: 30 },
    score: { type: 'number', description: 'User score', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', description: 'Verification status', default: true },
  }),
  asking('test_elicitation_sep1330_enums', 'Asks with every kind of choice.', {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: titled(['First Option', 'Second Option', 'Third Option']) },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: {
      type: 'array',
      items: { anyOf: titled(['First Choice', 'Second Choice', 'Third Choice']) },
    },
  }),
];

function asking(name: string, description: string, properties: Record<string, unknown>): Tool {
  return suiteTool({
    name,
    description,
    run: async (_input, context) => {
      const schema = { type: 'object', properties, required: [] };
      const { action, content } = await clientOf(context).elicit('Please answer', schema);
      return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
    },
  });
}

function titled(titles: string[]) {
  return titles.map((title, index) => ({ const: `value${index + 1}`, title }));
}

function clientOf({ client }: ToolContext): CallClient {
  if (client) return client;
  throw preconditionFailed('There is no client that could be asked.');
}
