import { ModelPicture, type GenerateRequest, type ModelMessage } from '../language-model.ts';
import { openaiRequest } from './openai.messages.ts';

const sent = (messages: ModelMessage[]) =>
  openaiRequest({ model: 'gpt-4.1', system: '', messages, tools: [] } as unknown as GenerateRequest, {
    strict: false,
  }).messages;

describe("a message in OpenAI's words", () => {
  it('has its words, texts and pictures as parts', () => {
    const picture = new ModelPicture('kitchen.png', 'image/png', 'ab12', Buffer.from([1, 2, 3]));
    const parts = [{ type: 'text' as const, text: 'Terms' }, picture];
    expect(sent([{ role: 'user', text: 'Look', parts }])).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'text', text: 'Terms' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
        ],
      },
    ]);
  });

  it('without parts is its words', () => {
    expect(sent([{ role: 'user', text: 'Hi' }])).toEqual([{ role: 'user', content: 'Hi' }]);
  });
});
