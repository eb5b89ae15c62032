import { ModelPicture, type GenerateRequest } from '../language-model.ts';
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
  it('uses strict schemas if the server supports them', () => {
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

  it('sends the unchanged schema to other servers', () => {
    expect(openaiRequest(request, { strict: false }).tools).toEqual([
      { type: 'function', function: request.tools[0] },
    ]);
  });

  it('has the text, attached texts and pictures of a message as parts', () => {
    const picture = new ModelPicture('kitchen.png', 'image/png', 'ab12', Buffer.from([1, 2, 3]));
    const parts = [{ type: 'text' as const, text: 'Terms' }, picture];
    const messages = [{ role: 'user' as const, text: 'Look', parts }];
    expect(openaiRequest({ ...request, messages }, { strict: false }).messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'text', text: 'Terms' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
        ],
      },
    ]);
    expect(openaiRequest(request, { strict: false }).messages).toEqual([{ role: 'user', content: 'hi' }]);
  });
});
