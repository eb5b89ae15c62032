import type { GenerateRequest, ModelTool } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';

export const facts: GenerateRequest['facts'] = {
  orgId: 'org',
  pack: 'test',
  agent: 'agent',
  contactId: null,
  conversationId: null,
  userId: null,
  channel: 'chat',
  language: 'en',
  timezone: 'UTC',
  now: new Date('2026-11-23T09:00:00Z'),
};

export const weatherTool: ModelTool = {
  name: 'get_weather',
  description: 'Tells the weather of a city.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', description: 'City' } },
    required: ['city'],
  },
};

export const timeTool: ModelTool = {
  name: 'get_time',
  description: 'Tells the time.',
  parameters: { type: 'object', properties: {} },
};

export function modelRequest(text: string, more: Partial<GenerateRequest> = {}): GenerateRequest {
  return {
    model: 'gpt-4.1',
    system: 'You help.',
    messages: [{ role: 'user', text }],
    tools: [],
    signal: new AbortController().signal,
    facts,
    ...more,
  };
}

/** The error of a call that must fail. */
export async function failureOf(promise: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}
