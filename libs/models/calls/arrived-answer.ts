import type { BrokenAnswer, GenerateRequest, TokenUsage } from '../language-model.ts';
import { countRequestTokens, countTextTokens } from '../tokens.ts';

/** Collects the received part of an answer, in case the answer stays incomplete. */
export class ArrivedAnswer {
  private text = '';
  private broken: BrokenAnswer = { unseen: '' };

  constructor(private readonly request: GenerateRequest) {}

  readonly listeners = {
    onText: (text: string): void => {
      this.text += text;
      this.request.onText?.(text);
    },
    onBrokenOff: (arrived: BrokenAnswer): void => {
      this.broken = arrived;
    },
  };

  forget(): void {
    this.text = '';
    this.broken = { unseen: '' };
  }

  /**
   * Returns the usage reported so far. Providers report output tokens only at the end, so the count of the received
   * text applies if it is higher.
   */
  async usage(): Promise<TokenUsage> {
    const { unseen, usage } = this.broken;
    const written = await countTextTokens(this.text + unseen);
    return {
      ...usage,
      promptTokens: usage?.promptTokens ?? (await countRequestTokens(this.request)),
      cachedTokens: usage?.cachedTokens ?? 0,
      completionTokens: Math.max(usage?.completionTokens ?? 0, written),
    };
  }
}
