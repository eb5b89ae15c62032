import type { BrokenAnswer, GenerateRequest, TokenUsage } from '../language-model.ts';
import { countRequestTokens, countTextTokens } from '../tokens.ts';

/** What there is of an answer so far, for the case that no more comes. */
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

  /** The provider's own numbers as far as they came. Of its output it tells the sum at the end, so that what arrived counts where it is more. */
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
