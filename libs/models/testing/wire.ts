import type { Protocol } from '../../../test/harness/strict/strict-server.ts';
import type { LanguageModel } from '../language-model.ts';
import type { ProviderSettings } from '../providers/keyed-model.ts';

export interface Wire {
  label: string;
  protocol: Protocol;
  setting: string;
  id: string;
  open(settings: ProviderSettings): LanguageModel;
  /** Path of its base URL after the server's address. */
  path: string;
  keyOf(headers: NodeJS.Dict<string | string[]>): string | undefined;
  /** Cache writes reported by the answers below; absent for none. */
  cacheWrite?: { cacheWriteTokens: number };
  /** Converts an answer as events to the body of an answer that is not streamed. */
  whole(events: string): string;
  /** True if arguments of calls are JSON in that body, not text. */
  sendsParsedCalls?: true;
  /** True if all thoughts are one text in that body, and those of another name are lost. */
  joinsThoughts?: true;
  /** A complete answer as events, with 1,000 input tokens, 800 of them cached, and 50 output tokens. */
  answer(text: string): string;
  /** The beginning of an answer. */
  beginning(text: string): string;
  /** A call with invalid JSON arguments, as events; undefined if the protocol excludes it. */
  malformedCall?: string;
  /** The beginning of an answer that says `Well, `, thinks `Let me think` and then begins a call of `get_weather` with Paphos. */
  beginningUnseen: string;
  /** A complete answer that thinks `Let me think` in two pieces, says `It is`, thinks `Again` and says ` warm.`. */
  thoughtful: string;
}
