import type { ModelError } from './model.errors.ts';

/** Tiers of models, from cheap to able. */
export const modelTiers = ['flash', 'standard', 'premium'] as const;
export type ModelTier = (typeof modelTiers)[number];

/** `compatible` stands for the models of orgs' own, on servers that speak OpenAI's protocol. */
export type ProviderName = 'google' | 'openai' | 'anthropic' | 'compatible' | 'offline';
/** Those that the deployment, and an org, may have keys for. */
export const keyedProviders = ['google', 'openai', 'anthropic'] as const;
export type KeyedProvider = (typeof keyedProviders)[number];

/** A call that a model asks for. `arguments` is the parsed JSON; `malformed` holds the text that was none. */
export interface ModelToolCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
  malformed?: string;
  /** Opaque text of the provider that goes back to it with the call, such as Gemini's thought signature. */
  signature?: string;
}

/** A picture of a message. As JSON, in a journal or a trace, it is its name and hash: the content stays in the file. */
export class ModelPicture {
  readonly type = 'picture';

  constructor(
    readonly name: string,
    readonly mediaType: string,
    readonly sha256: string,
    private readonly content: Uint8Array,
  ) {}

  get base64(): string {
    return Buffer.from(this.content).toString('base64');
  }

  /** As a `data:` URL. */
  get dataUrl(): string {
    return `data:${this.mediaType};base64,${this.base64}`;
  }

  toJSON(): Record<string, string> {
    const { type, name, mediaType, sha256 } = this;
    return { type, name, mediaType, sha256 };
  }
}

/** What comes with the words of a message, such as the text of a PDF. */
export type MessagePart = { type: 'text'; text: string } | ModelPicture;

export type ModelMessage =
  /** Pictures are for models that can see (`ModelCapabilities.vision`). */
  | { role: 'user'; text: string; parts?: MessagePart[] }
  | { role: 'assistant'; text: string; toolCalls: ModelToolCall[] }
  | { role: 'tool'; toolCallId: string; name: string; text: string };

/** A tool as a model is told of it; `parameters` is JSON Schema (draft 2020-12, object at the top). */
export interface ModelTool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/**
 * What is known of the turn beside the conversation. The offline model fills arguments from it; nothing of it is sent
 * to a provider.
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
  /** Values that the pack knows of the person, by name. */
  known?: Readonly<Record<string, unknown>>;
  /** Artifacts that the agent is told of, the summary among them, by kind with their versions. */
  artifacts?: Readonly<Record<string, number>>;
  /** Further text that the agent is given, by name. */
  material?: Readonly<Record<string, unknown>>;
}

/** A change of key; never the key itself. */
export interface KeyRotation {
  provider: ProviderName;
  /**
   * Class of the failure that ended the use of the key before, such as `RATE_LIMITED`; `KEY_REMOVED` where a person
   * did.
   */
  reason: string;
}

/** The key that was asked last at each place (`keyPlace`), by its fingerprint. */
export type LastKeys = Map<string, string>;

export interface GenerateRequest {
  model: string;
  system: string;
  messages: ModelMessage[];
  tools: ModelTool[];
  /**
   * Functions of programs, which `tools` does not hold: their signatures are in `system`. For a model that reads no
   * prompt.
   */
  functions?: ModelTool[];
  maxOutputTokens?: number;
  /** JSON Schema that the answer must fit. */
  responseSchema?: { name: string; schema: Record<string, unknown> };
  signal: AbortSignal;
  /** Called with each piece of text as it arrives. */
  onText?: (delta: string) => void;
  /** Called when the text that has arrived is void, before the text that takes its place. */
  onReset?: () => void;
  /** Called with what had come of an answer that did not reach its end, before its failure is thrown. */
  onBrokenOff?: (arrived: BrokenAnswer) => void;
  /**
   * Awaited before another key of the provider is asked, since a failed answer may have cost money; what it throws
   * ends the call.
   */
  beforeNextKey?: (failure: ModelError) => Promise<void>;
  /**
   * Of what this call belongs to, such as a turn: a change of key since its last call is told. It is filled by the
   * calls. Without it, and in the first of them, the last call of this process counts.
   */
  lastKeys?: LastKeys;
  /** Called when another key of the provider takes over: within the call, or because the last one rests or is out. */
  onKeyRotated?: (rotation: KeyRotation) => void;
  facts: TurnFacts;
}

/**
 * What arrived of an answer that broke off, beside the text that `onText` was called with. The provider is paid for
 * it.
 */
export interface BrokenAnswer {
  /** Thoughts, and names and arguments of calls. */
  unseen: string;
  /** As far as the provider had reported it. */
  usage?: TokenUsage;
}

export interface TokenUsage {
  /** All input tokens, the cached ones among them. */
  promptTokens: number;
  cachedTokens: number;
  /**
   * Of the input tokens those that the provider put into its cache. Absent where it charges nothing for that, or says
   * nothing of it.
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
  /** What it told of its thinking, step by step. Absent where it told nothing. For traces: it is never sent back. */
  thoughts?: string[];
}

/** One provider behind one interface. Nothing above it knows a provider. */
export interface LanguageModel {
  readonly provider: ProviderName;
  /**
   * Asks the model and returns when it has finished.
   *
   * @throws ModelError with the class of the failure; an aborted `signal` closes the connection and throws its reason.
   */
  generate(request: GenerateRequest): Promise<GenerateResult>;
  /** Why it cannot be asked now; undefined, or no such method, when it can. */
  obstacle?(): ModelObstacle | undefined;
}

export interface ModelObstacle {
  /** Without the time, which `obstacleInWords` adds. */
  reason: string;
  /** Milliseconds after which it is asked again, where that is known. */
  againInMs?: number | undefined;
  /** A setting or a key is missing, not refused. */
  notConfigured?: boolean;
  /** True when it goes away with time. */
  passes: boolean;
  /** It is asked all the same where no other model can answer. */
  lastResort?: boolean;
}

/** What {@link EmbeddingProvider} answers with: one vector for each text, in their order. */
export interface EmbeddedBatch {
  vectors: number[][];
  /** As the provider counted them; absent where it does not say. */
  promptTokens?: number | undefined;
}

/** A provider of vectors of {@link EMBEDDING_DIMENSIONS} numbers of length 1. */
export interface EmbeddingProvider {
  readonly provider: Extract<ProviderName, 'google' | 'openai' | 'compatible'>;
  /** Name and version: vectors of two names are never compared. */
  readonly model: string;
  /** False for the offline embedder, which matches words and spellings, not meaning. */
  readonly semantic: boolean;
  /** Longest text that it takes, in its own tokens; where it is absent, that of the model (`maxEmbeddingInput`). */
  readonly maxInputTokens?: number | undefined;
  /** @throws ModelError when it does not answer, or answers with other vectors than were asked for. */
  embed(texts: string[], signal?: AbortSignal): Promise<EmbeddedBatch>;
}

/** As which an org's texts become vectors: by its own keys where it has some, within its budgets. */
export interface EmbeddingModel {
  /** Name and version: vectors of two names are never compared. */
  readonly model: string;
  /** False for the offline embedder, which matches words and spellings, not meaning. */
  readonly semantic: boolean;
  /**
   * One vector for each text, in their order.
   *
   * @throws ModelError when the provider does not answer, or answers with other vectors than were asked for;
   *   BUDGET_EXCEEDED or BUDGET_HELD where a hard budget has nothing left for it.
   */
  embed(texts: string[], signal?: AbortSignal): Promise<number[][]>;
}

/** The embedding model of each org. */
export interface EmbeddingModels {
  of(orgId: string): EmbeddingModel;
}

export const EMBEDDING_DIMENSIONS = 768;

/** Injection token of {@link StandIn}. */
export const STAND_IN = Symbol('StandIn');

/** The model that answers where no provider has a key: the offline model, injected by the composition roots. */
export interface StandIn {
  model: LanguageModel;
  /**
   * The function that fills a task's output from its input without a model; undefined for a task that needs a model.
   */
  rules?: (task: string) => ((input: unknown) => unknown) | undefined;
}
