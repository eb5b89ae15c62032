import type { LanguageModel } from '../language-model.ts';
import { modelRequest, weatherTool } from './model-request.fixture.ts';

export interface ContractModel {
  model: LanguageModel;
  /** A model of the provider. */
  id: string;
}

/**
 * A question answered with text, one answered with a call of `get_weather` for Paphos, and the result of that call.
 */
export const CONTRACT = {
  text: 'Good morning',
  call: 'What is the weather in Paphos?',
  result: '{"success":true,"data":{"city":"Paphos","degrees":21}}',
} as const;

/**
 * Contract of every model, offline or of a provider.
 *
 * @param request makes the requests, which decide whether answers are streamed.
 */
export function describeLanguageModel(
  name: string,
  open: () => ContractModel,
  request: typeof modelRequest = modelRequest,
): void {
  describe(`${name} as a language model`, () => {
    const generate = (text: string, more = {}) =>
      open().model.generate(request(text, { model: open().id, ...more }));

    it('streams the text that it returns, and counts tokens', async () => {
      const pieces: string[] = [];
      const result = await generate(CONTRACT.text, { onText: (piece: string) => pieces.push(piece) });
      expect(pieces.join('')).toBe(result.text);
      expect(await generate(CONTRACT.text, { onText: undefined })).toEqual(result);
      expect(result.text.length).toBeGreaterThan(0);
      expect(result).toMatchObject({ toolCalls: [], finishReason: 'stop' });
      expect(result.usage.promptTokens).toBeGreaterThan(0);
      expect(result.usage.completionTokens).toBeGreaterThan(0);
      expect(result.usage.cachedTokens).toBeLessThanOrEqual(result.usage.promptTokens);
    });

    it('asks for a tool by its name, with an id and arguments', async () => {
      const result = await generate(CONTRACT.call, { tools: [weatherTool] });
      expect(result.finishReason).toBe('tool_calls');
      expect(result.toolCalls).toEqual([
        { id: expect.stringMatching(/./), name: 'get_weather', arguments: { city: 'Paphos' } },
      ]);
    });

    it('answers in text once the result is present, even if tools are no longer offered', async () => {
      const asked = await generate(CONTRACT.call, { tools: [weatherTool] });
      const [call] = asked.toolCalls;
      const messages = [
        { role: 'user', text: CONTRACT.call },
        { role: 'assistant', text: asked.text, toolCalls: asked.toolCalls },
        { role: 'tool', toolCallId: call?.id, name: call?.name, text: CONTRACT.result },
      ];
      for (const tools of [[weatherTool], []]) {
        const result = await generate('', { messages, tools });
        expect(result).toMatchObject({ toolCalls: [], finishReason: 'stop' });
        expect(result.text).toContain('21');
      }
    });

    it('throws the reason of an already aborted signal', async () => {
      const signal = AbortSignal.abort(new Error('turn cancelled'));
      await expect(generate(CONTRACT.text, { signal })).rejects.toThrow('turn cancelled');
    });

    it('stops writing when aborted', async () => {
      const abort = new AbortController();
      const pieces: string[] = [];
      const onText = (piece: string) => {
        pieces.push(piece);
        abort.abort(new Error('turn cancelled'));
      };
      await expect(generate(`${CONTRACT.text}, slowly`, { onText, signal: abort.signal })).rejects.toThrow(
        'turn cancelled',
      );
      expect(pieces).toHaveLength(1);
    });
  });
}
