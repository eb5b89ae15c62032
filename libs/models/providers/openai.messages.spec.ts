import type { GenerateRequest } from '../language-model.ts';
import { openaiRequest } from './openai.messages.ts';

const request: GenerateRequest = {
  model: 'gpt-5-mini',
  system: '',
  messages: [{ role: 'user', text: 'hi' }],
  tools: [
    {
      name: 'find',
      description: 'Finds.',
      parameters: {
        type: 'object',
        properties: { query: { type: 'string' }, limit: { type: 'integer', default: 5 } },
        required: ['query'],
      },
    },
  ],
  signal: new AbortController().signal,
  facts: {} as never,
};

describe('a request to OpenAI', () => {
  it('holds the model to the schema where its server can', () => {
    expect(openaiRequest(request, { strict: true }).tools).toEqual([
      {
        type: 'function',
        function: {
          name: 'find',
          description: 'Finds.',
          strict: true,
          parameters: {
            type: 'object',
            properties: {
              query: { type: 'string' },
              limit: { type: ['integer', 'null'], description: 'Default: 5.' },
            },
            required: ['query', 'limit'],
            additionalProperties: false,
          },
        },
      },
    ]);
  });

  it('gives other servers the schema as it is', () => {
    expect(openaiRequest(request, { strict: false }).tools).toEqual([
      { type: 'function', function: request.tools[0] },
    ]);
  });
});
