import type { ModelError } from './model.errors.ts';

/** Model tiers, from the cheapest to the most capable. */
export const modelTiers = ['flash', 'standard', 'premium'] as const;
export type ModelTier = (typeof modelTiers)[number];

/** `compatible` is the provider of an org's own models, on servers that speak OpenAI's protocol. */
export type ProviderName = 'google' | 'openai' | 'anthropic' | 'compatible' | 'offline';
/** Providers for which the deployment and each org can have keys. */
export const keyedProviders = ['google', 'openai', 'anthropic'] as const;
export type KeyedProvider = (typeof keyedProviders)[number];

/**
 * A tool call requested by a model. `arguments` is the parsed JSON; `malformed` holds text that is not a JSON object.
 */
export interface ModelToolCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
  malformed?: string;
  /** Opaque text that must be sent back with the call to the model that wrote it, such as Gemini's thought signature. */
  signature?: string;
  /** The model that wrote `signature`. */
  signedBy?: string;
}

/**
 * A picture of a message. Its JSON form, in journals and traces, has only the name and hash; the content stays in the
 * file.
 */
export class ModelPicture {
  readonly type = 'picture';

  constructor(
    readonly name: string,
    readonly mediaType: string,
    readonly sha256: string,
    readonly content: Uint8Array,
  ) {}

  get base64(): string {
    return Buffer.from(this.content).toString('base64');
  }

  /** The picture as a `data:` URL. */
  get dataUrl(): string {
    return `data:${this.mediaType};base64,${this.base64}`;
  }

  toJSON(): Record<string, string> {
    const { type, name, mediaType, sha256 } = this;
    return { type, name, mediaType, sha256 };
  }
}

/** A part of a message besides its text, such as the text of a PDF. */
export type MessagePart = { type: 'text'; text: string } | ModelPicture;

export type ModelMessage =
  /** Pictures, of results too, are for models that can see (`ModelCapabilities.vision`). */
  | { role: 'user'; text: string; parts?: MessagePart[] }
  | { role: 'assistant'; text: string; toolCalls: ModelToolCall[] }
  | { role: 'tool'; toolCallId: string; name: string; text: string; pictures?: ModelPicture[] };

/** The parts of a message besides its text. */
export function partsOf(message: ModelMessage): readonly MessagePart[] {
  if (message.role === 'assistant') return [];
  return (message.role === 'user' ? message.parts : message.pictures) ?? [];
}

/** A tool definition as sent to a model. `parameters` is JSON Schema (draft 2020-12, object at the top). */
export interface ModelTool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/**
 * Facts about the turn besides the conversation. The offline model fills arguments from them; they are never sent to
 * a provider.
 */
export interface TurnFacts {
  orgId: string;
  pack: string;
  agent: string;
  contactId: string | null;
  conversationId: string | null;
  userId: string | null;
  channel: string;
  language: string;
  timezone: string;
  now: Date;
  /** Values that the pack knows about the contact, by name. */
  known?: Readonly<Record<string, unknown>>;
  /** Versions of the artifacts in the agent's context, including the summary, by kind. */
  artifacts?: Readonly<Record<string, number>>;
  /** Additional text in the agent's context, by name. */
  material?: Readonly<Record<string, unknown>>;
}

/** A change of the key in use. Does not contain the key. */
export interface KeyRotation {
  provider: ProviderName;
  /**
   * Class of the failure that ended the use of the previous key, such as `RATE_LIMITED`; `KEY_REMOVED` if a person
   * removed the key.
   */
  reason: string;
}

/** Fingerprint of the key used last at each place (`keyPlace`). */
export type LastKeys = Map<string, string>;

export interface GenerateRequest {
  model: string;
  system: string;
  messages: ModelMessage[];
  tools: ModelTool[];
  /**
   * Functions that programs can call. They are not in `tools`, since `system` has their signatures; the offline model
   * reads them here.
   */
  functions?: ModelTool[];
  maxOutputTokens?: number;
  /** JSON Schema that the answer must match. */
  responseSchema?: { name: string; schema: Record<string, unknown> };
  signal: AbortSignal;
  /**
   * Called with each piece of text as it arrives. Without it, the provider is asked for the whole answer at once. The text
   * of a failed attempt is void: `onKeyRotated` or the hook `onAttempt` announces the next one.
   *
   * @param isVoid true if the text of the earlier calls turned out to be a thought.
   */
  onText?: (delta: string, isVoid?: boolean) => void;
  /** Called with the received part of an incomplete answer, before its failure is thrown. */
  onBrokenOff?: (arrived: BrokenAnswer) => void;
  /**
   * Awaited before the call is retried with another key, since a failed answer may have cost money. An error thrown
   * here ends the call.
   */
  beforeNextKey?: (failure: ModelError) => Promise<void>;
  /**
   * Last keys used by the owner of this call, such as a turn, so that a change of key since its last call is
   * reported. The calls fill it. Without it, and in its first call, the last call of this process is compared.
   */
  lastKeys?: LastKeys;
  /**
   * Called when another key of the provider takes over: within the call, or because the previous key is in cooldown
   * or was refused.
   */
  onKeyRotated?: (rotation: KeyRotation) => void;
  facts: TurnFacts;
}

/** The received part of an incomplete answer. The provider charges for it. */
export interface BrokenAnswer {
  /** Text, thoughts, and the names and arguments of tool calls. */
  written: string;
  /** Usage reported by the provider so far. */
  usage?: TokenUsage;
}

export interface TokenUsage {
  /** All input tokens, including cached ones. */
  promptTokens: number;
  cachedTokens: number;
  /**
   * Input tokens that the provider wrote to its cache. Absent if the provider does not charge for that or does not
   * report it.
   */
  cacheWriteTokens?: number;
  completionTokens: number;
}

export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'refusal';

export interface GenerateResult {
  text: string;
  toolCalls: ModelToolCall[];
  usage: TokenUsage;
  finishReason: FinishReason;
  /**
   * Thoughts reported by the model, one entry per step; absent if it reported none. For traces only: they are never
   * sent back.
   */
  thoughts?: string[];
}

/** Common interface of all providers. Code above it does not depend on a provider. */
export interface LanguageModel {
  readonly provider: ProviderName;
  /**
   * Calls the model and returns its complete answer.
   *
   * @throws ModelError with the class of the failure; an aborted `signal` closes the connection and throws its
   *   reason.
   */
  generate(request: GenerateRequest): Promise<GenerateResult>;
  /** The reason why the model cannot be called now; undefined (or no such method) if it can. */
  obstacle?(): ModelObstacle | undefined;
}

export interface ModelObstacle {
  /** The reason without the waiting time, which `obstacleText` adds. */
  reason: string;
  /** Milliseconds until the model can be called again, if known. */
  retryInMs?: number | undefined;
  /** True if a setting or a key is missing, as opposed to refused. */
  notConfigured?: boolean;
  /** True if the obstacle ends without intervention. */
  passes: boolean;
  /** True if the model is still called when no other model can answer. */
  lastResort?: boolean;
}

/** Answer of {@link EmbeddingProvider}: one vector per text, in the order of the texts. */
export interface EmbeddedBatch {
  vectors: number[][];
  /** Token count reported by the provider; absent if it reports none. */
  promptTokens?: number | undefined;
}

/** Provider of vectors with {@link EMBEDDING_DIMENSIONS} numbers and length 1. */
export interface EmbeddingProvider {
  readonly provider: Extract<ProviderName, 'google' | 'openai' | 'compatible'>;
  /** Name and version: vectors of two names are never compared. */
  readonly model: string;
  /** False for the offline embedder, which matches words and spellings, not meaning. */
  readonly semantic: boolean;
  /** Maximum input length in the model's own tokens; defaults to that of the model (`maxEmbeddingInput`). */
  readonly maxInputTokens?: number | undefined;
  /** @throws ModelError if the provider does not answer, or answers with vectors of the wrong number or size. */
  embed(texts: string[], signal?: AbortSignal): Promise<EmbeddedBatch>;
}

/** The embedding model of one org. It uses the org's own keys if there are any, and counts against its budgets. */
export interface EmbeddingModel {
  /** Name and version: vectors of two names are never compared. */
  readonly model: string;
  /** False for the offline embedder, which matches words and spellings, not meaning. */
  readonly semantic: boolean;
  /**
   * Returns one vector per text, in the order of the texts.
   *
   * @throws ModelError if the provider does not answer, or answers with vectors of the wrong number or size;
   *   BUDGET_EXCEEDED or BUDGET_HELD if the remaining hard budget does not cover the call.
   */
  embed(texts: string[], signal?: AbortSignal): Promise<number[][]>;
}

export interface EmbeddingModels {
  of(orgId: string): EmbeddingModel;
}

export const EMBEDDING_DIMENSIONS = 768;

/** Injection token of {@link StandIn}. */
export const STAND_IN = Symbol('StandIn');

/** The model used when no provider has a key: the offline model, injected by the composition roots. */
export interface StandIn {
  model: LanguageModel;
  /**
   * Returns the function that computes a task's output from its input without a model; undefined if the task needs a
   * model.
   */
  rules?: (task: string) => ((input: unknown) => unknown) | undefined;
}
