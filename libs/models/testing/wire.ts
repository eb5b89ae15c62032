import type { LanguageModel } from '../language-model.ts';
import type { ProviderSettings } from '../providers/keyed-model.ts';

/** How one provider speaks. */
export interface Wire {
  label: string;
  setting: string;
  /** A model of the provider. */
  id: string;
  open(settings: ProviderSettings): LanguageModel;
  /** What its base URL has after the server's. */
  path: string;
  keyOf(headers: NodeJS.Dict<string | string[]>): string | undefined;
  /** What the answers below say that they wrote into the cache; nothing when absent. */
  cacheWrite?: { cacheWriteTokens: number };
  /** A whole answer in its events, with 1,000 input tokens, 800 of them cached, and 50 output tokens. */
  answer(text: string): string;
  /** The beginning of an answer. */
  beginning(text: string): string;
  /** A call whose arguments are no JSON, in its events; undefined where they cannot be. */
  malformedCall?: string;
  /** The beginning of an answer that thinks `Let me think` and then begins a call of `get_weather` with Paphos. */
  beginningUnseen: string;
  /** A whole answer that thinks `Let me think` in two pieces, says `It is`, thinks `Again` and says ` warm.`. */
  thoughtful: string;
}
