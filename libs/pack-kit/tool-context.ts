import type { z } from 'zod';
import { wordList, type CallerKind } from '#contracts';
import type { Clock } from './ports/clock.ts';
import type { OrgTransaction } from './ports/org-transaction.ts';
import type { ArtifactKind } from './artifacts/artifact-kind.ts';
import type { ArtifactsPort } from './artifacts/artifacts-port.ts';
import type { Dataset } from './dataset.ts';
import type { HttpPort } from './ports/http-port.ts';
import type { MailPort } from './ports/mail-port.ts';

/** Rules of a channel. Every channel except voice has the rules of chat. */
export type ChannelRules = 'chat' | 'voice';

/** Kinds of facts that an insight holds about a contact. */
export const insightCategories = wordList('preference objection timeline motivation relationship');
export type InsightCategory = (typeof insightCategories)[number];
export const insightSources = ['agent_extracted', 'user_noted', 'system_inferred'] as const;
export type InsightSource = (typeof insightSources)[number];

/** Possible sources of an insight: the contact, a member of the org, or an agent that inferred it. */
export const speakers = ['contact', 'staff', 'agent'] as const;
export type Speaker = (typeof speakers)[number];

/** Time and author of a statement. A later statement supersedes an earlier one, regardless of which is stored first. */
export interface Utterance {
  at: Date;
  by: Speaker;
  /** Message that contains the statement. */
  messageId?: string;
  /** Position of the turn in the conversation; orders statements of the same time. */
  turnSeq?: number;
  /** Position in the message, followed by the positions of the turn's calls; orders statements of the same turn. */
  place?: number;
}

export interface NewInsight {
  contactId: string;
  text: string;
  category: InsightCategory;
  /** 1 to 10. */
  importance: number;
  source: InsightSource;
  conversationId?: string;
  /** Further subject of the insight, such as a deal; the pack defines the meaning. */
  subjectRef?: string;
  expiresAt?: Date;
  /** Time and author of the statement. Default: now, with an unknown author. */
  said?: Utterance;
  /** Context of the statement, which search weighs low. */
  surroundings?: InsightSurroundings;
  /** Ids of contradicting insights of the contact, in addition to those that the rules find. The later statement holds. */
  replaces?: string[];
}

/** Context of the statement from which an insight was extracted. */
export interface InsightSurroundings {
  /** Name of the speaker. Default: derived from `NewInsight.said`, like `saidAt`. */
  speaker?: string | undefined;
  /** Time of the statement, in words. */
  saidAt?: string | undefined;
  /** The two messages before it, oldest first. */
  before?: string[] | undefined;
  /** The message after it. */
  after?: string | undefined;
}

export interface StoredInsight {
  id: string;
  deduplicated: boolean;
  category: InsightCategory;
  importance: number;
  expiresAt: Date | null;
  supersededIds: string[];
}

export interface RetrievedInsight {
  id: string;
  text: string;
  category: InsightCategory;
  importance: number;
  /** 1 − cosine distance, −1 to 1. */
  similarity: number;
  /** Calendar days since the last statement of the insight: 0 today, 1 yesterday. */
  ageDays: number;
  /** Reason for the selection, worded for people. */
  why: string;
  /** The match may be accidental: the insight shares no word with the question, and the embeddings are not semantic. */
  weak?: true;
}

/** A text with its embedding, computed before the transaction that stores it opens. */
export interface EmbeddedText {
  text: string;
  embedding: number[];
  model: string;
}

/** Access of a tool to memory. `#memory` implements it. */
export interface MemoryPort {
  /** True if embeddings come from a provider and capture meaning; false for the offline embedder, which matches words. */
  isSemantic(orgId: string): boolean;
  /** Embeds a text with the org's own keys, if it has any, within its budgets. */
  embed(orgId: string, text: string): Promise<EmbeddedText>;
  /** Like `embed`, for callers with a word-based fallback: undefined without a semantic model or if it does not answer within one second. */
  embedMeaning(orgId: string, text: string): Promise<EmbeddedText | undefined>;
  /** Stores the insight, refreshes a near-duplicate instead, and supersedes contradicting insights. */
  store(tx: OrgTransaction, insight: NewInsight, embedded: EmbeddedText): Promise<StoredInsight>;
  retrieve(query: {
    orgId: string;
    contactId: string;
    text: string;
    limit: number;
    /** Time zone (IANA name) for the days of `ageDays`. Default: UTC. */
    timezone?: string;
  }): Promise<RetrievedInsight[]>;
}

/** Model calls outside of the turn's conversation, such as scoring a lead or writing a draft. */
export interface ModelTasksPort {
  /**
   * Runs the task `key` of the pack. `input` and `output` match the task's schemas.
   *
   * @param signal aborts the model call. Optional for tools, whose calls end with `ToolContext.signal`.
   */
  run<Output>(
    key: string,
    input: unknown,
    signal?: AbortSignal,
  ): Promise<{ output: Output; generatedBy: string }>;
}

/** Runs a task of the pack; the output has the type of the task's schema. */
export function runTask<Output extends z.ZodType>(
  { tasks }: { tasks: ModelTasksPort },
  { key }: { key: string; output: Output },
  input: unknown,
) {
  return tasks.run<z.infer<Output>>(key, input);
}

/** A tool as `tool_search` returns it to the model. */
export interface FoundTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
  /** 0 to 1. */
  score: number;
}

/** Search in the usable tools of a turn that are not offered to the model at present. */
export interface ToolDiscovery {
  /**
   * Finds matching tools, best first, and offers them to the model from the next round on.
   *
   * @returns the matching tools, and in `hidden` the names of all searched tools.
   * @throws ToolError LIMIT_EXCEEDED when the turn has used its searches.
   */
  search(query: string, most: number): Promise<{ tools: FoundTool[]; hidden: string[] }>;
}

/** A picture that the contact shares, with its analysis by a model. */
export interface SharedPicture {
  fileId: string;
  mediaType: string;
  sharedAt: Date;
  /** `pending`, `ready`, or the reason why it was not analysed, such as `NOT_CONFIGURED: VISION_MODEL`. */
  state: string;
  analysis: string | null;
}

/** A message of the conversation from before the current turn. */
export interface ConversationMessage {
  role: 'user' | 'assistant';
  text: string;
  at: Date;
}

/** A tool result of the conversation, without fields that must not be stored. */
export interface ConversationResult {
  tool: string;
  arguments: Record<string, unknown>;
  data: unknown;
  /** True if the current turn made the call. */
  ofTurn: boolean;
}

/** The conversation that a call belongs to. */
export interface ConversationPort {
  /** The latest messages, oldest first, without those of the current turn. */
  messages(limits: { most: number; maxTokens: number }): Promise<ConversationMessage[]>;
  /** Successful results of these tools in the last turns including the current one, newest first. */
  results(wanted: { tools: readonly string[]; most: number }): Promise<ConversationResult[]>;
}

/** Location and pictures that the contact has consented to share in the conversation; undefined when not shared. */
export interface SharedPort {
  location(): Promise<
    | {
        sharedAt: Date;
        position?: { latitude: number; longitude: number; accuracyM?: number | undefined } | undefined;
        city?: string | undefined;
        country?: string | undefined;
      }
    | undefined
  >;
  picture(kind: 'screen' | 'webcam'): Promise<SharedPicture | undefined>;
  /**
   * Asks the org's vision model a question about a shared picture. The answer is not stored.
   *
   * @throws ToolError NOT_CONFIGURED without `VISION_MODEL`; PRECONDITION_FAILED when the picture no longer exists; the
   *   provider's errors.
   */
  look(fileId: string, question: string, signal: AbortSignal): Promise<{ text: string; model: string }>;
}

/** Panels of the client. A reply can open one of them. */
export interface DrawersPort {
  /** Requests that the client opens the panel. False if the turn has already opened another one. */
  open(drawer: string): boolean;
}

/** A picture that a tool answered with, in its `data`. Only files of the turn's own calls are shown to a model. */
export interface KeptPicture {
  id: string;
  name: string;
}

/** Progress of a running call for the client. Delivery is best effort. */
export interface CallProgress {
  /** Increases with every report. */
  done: number;
  total?: number;
  message?: string;
}

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** Requests to the calling client's user or model, if the client supports them. */
export interface CallClient {
  /**
   * Asks the user to fill in a form.
   *
   * @param schema JSON Schema of flat fields.
   * @throws ToolError PRECONDITION_FAILED when the client does not support it; TIMEOUT.
   */
  elicit(
    message: string,
    schema: Record<string, unknown>,
  ): Promise<{ action: 'accept' | 'decline' | 'cancel'; content?: Record<string, unknown> }>;
  /** Sends a prompt to the client's model. @throws ToolError like `elicit`. */
  sample(prompt: string, options: { maxTokens: number }): Promise<{ text: string; model: string }>;
}

/** Everything that a tool can use. Packs need no other lib. */
export interface ToolContext {
  org: { id: string; slug: string };
  /** `keyId` is the API key of a call from outside of a turn. */
  caller: { kind: CallerKind; userId?: string; keyId?: string };
  contactId?: string;
  conversationId?: string;
  turnId?: string;
  /** The message that the turn answers; empty for a call outside of a turn. */
  messageText: string;
  /** Time and author of that message, with the position of this call; absent outside of a turn. */
  said?: Utterance;
  channel: ChannelRules;
  /** BCP 47 language of the message, such as `en` or `ar`. */
  language: string;
  /** Time zone of the org (IANA name), such as `Asia/Nicosia`. */
  timezone: string;
  /** To be passed to every outside service that accepts one. A call keeps its key after a crash. */
  idempotencyKey: string;
  /** Aborts at the timeout or when the turn is cancelled. All waiting code must honour it. */
  signal: AbortSignal;
  clock: Clock;
  /** Settings of the org; they override those of the deployment. */
  settings: { get(name: string): string | undefined };
  memory: MemoryPort;
  /** HTTP client for outside services; tools must use no other. Requests end with `signal`. */
  http: HttpPort;
  /** Mail of the org. A mail with the same idempotency key is sent once. */
  mail: MailPort;
  /** Model tasks of the pack. Calls end with `signal`. */
  tasks: ModelTasksPort;
  /** Absent outside of a conversation. */
  conversation?: ConversationPort;
  /** Absent outside of a conversation. */
  shared?: SharedPort;
  /** Absent outside of a turn. */
  drawers?: DrawersPort;
  /** Absent outside of a conversation. */
  artifacts?: ArtifactsPort;
  /** Kinds of artifacts of the pack and the platform. */
  artifactKinds?: readonly ArtifactKind[];
  /** Datasets of the pack, without those of the platform. */
  datasets?: readonly Dataset[];
  /**
   * Keeps a picture as a file of the turn's message, so that models which see are shown it. A repeated key returns the
   * first file; content that is no picture is undefined. Absent outside of a turn.
   */
  keepPicture?: (key: string, content: Uint8Array) => Promise<KeptPicture | undefined>;
  /** Reports the progress of a long call to the client; absent if the client does not subscribe. */
  progress?: (report: CallProgress) => void;
  /** Writes a line to the client's log; absent if the client does not subscribe. */
  log?: (level: LogLevel, text: string) => void;
  /** Absent if no client can answer. */
  client?: CallClient;
  /** Absent if every usable tool is offered. */
  discovery?: ToolDiscovery;
  /** True if the org has this contact. */
  contactExists(contactId: string): Promise<boolean>;
  /**
   * Locks the contact against erasure until `tx` ends. False if it is missing or being erased. For tools that write about a
   * contact other than that of the turn; an erasure of the turn's own contact stops the turn.
   */
  lockContact(tx: OrgTransaction, contactId: string): Promise<boolean>;
  /** True if the org has this conversation and the caller can access it: a contact only their own conversations. */
  conversationExists(conversationId: string): Promise<boolean>;
  /**
   * True if the referenced record, such as a deal, exists (`PackSpec.referenceExists`) and, for a contact, belongs to them.
   * False in a pack without references.
   */
  referenceExists(reference: string): Promise<boolean>;
  /**
   * Reads the org's rows. Each statement is a read-only transaction of its own: `SET LOCAL` and locks do not outlive it.
   *
   * @param limitMs limit of each statement; 25 s if absent.
   */
  read<Result>(work: (tx: OrgTransaction) => Promise<Result>, limitMs?: number): Promise<Result>;
  /**
   * Writes the org's rows in one transaction with the call's row in the effect ledger; at most once per call. The return
   * value of `work` is the result of the tool, and a replay after a crash returns it without running the tool again. A tool
   * with an external effect writes after the effect; its replay runs up to this point, but never runs a committed `work` again.
   */
  write<Result>(work: (tx: OrgTransaction) => Promise<Result>): Promise<Result>;
}
