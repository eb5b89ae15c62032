import type { GenerateRequest, GenerateResult, LanguageModel, ModelTool } from '../language-model.ts';
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

/** A {@link modelRequest} whose answer is streamed. */
export const streamedRequest: typeof modelRequest = (text, more) =>
  modelRequest(text, { onText: () => undefined, ...more });

/** The answer to a request. It is the same if it is streamed, except for ids that we give to calls. */
export async function answerOf(
  model: LanguageModel,
  ...request: Parameters<typeof modelRequest>
): Promise<GenerateResult> {
  const withoutIds = ({ toolCalls, ...answer }: GenerateResult) => ({
    ...answer,
    toolCalls: toolCalls.map(({ id: _id, ...call }) => call),
  });
  const streamed = await model.generate(streamedRequest(...request));
  const whole = await model.generate(modelRequest(...request));
  expect(withoutIds(whole)).toEqual(withoutIds(streamed));
  return whole;
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
