import type { Clock } from './ports/clock.ts';
import type { CallerKind } from '#contracts';
import type { OrgTransaction } from './ports/org-transaction.ts';
import type { ArtifactKind } from './artifacts/artifact-kind.ts';
import type { ArtifactsPort } from './artifacts/artifacts-port.ts';
import type { Dataset } from './dataset.ts';
import type { HttpPort } from './ports/http-port.ts';
import type { MailPort } from './ports/mail-port.ts';

/** The rules that a channel brings; every channel but voice follows those of chat. */
export type ChannelRules = 'chat' | 'voice';

/** What an insight tells of a contact. */
export const insightCategories = [
  'preference',
  'objection',
  'timeline',
  'motivation',
  'relationship',
] as const;
export type InsightCategory = (typeof insightCategories)[number];
export const insightSources = ['agent_extracted', 'user_noted', 'system_inferred'] as const;
export type InsightSource = (typeof insightSources)[number];

/** Who may have said what is remembered of a contact: themselves, somebody of the org, or an agent that inferred it. */
export const speakers = ['contact', 'staff', 'agent'] as const;
export type Speaker = (typeof speakers)[number];

/** When something was said, and by whom. What is said later makes untrue what was said before, whichever is stored first. */
export interface Utterance {
  at: Date;
  by: Speaker;
  /** The message it was said in. */
  messageId?: string;
  /** Place of its turn in the conversation: decides between two of the same moment. */
  turnSeq?: number;
  /** Place within its message, and behind it those of the turn's calls: decides between two of the same turn. */
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
  /** What the insight is about besides the contact, such as a deal; the pack gives it its meaning. */
  subjectRef?: string;
  expiresAt?: Date;
  /** When and by whom it was said; now, and by nobody who is known, when left out. */
  said?: Utterance;
  /** What stood around it where it was said: searched with low weight. */
  surroundings?: InsightSurroundings;
  /** Insights of the contact that it does not go with, besides those that the rules find: the later said holds. */
  replaces?: string[];
}

/** What stood around an insight where it was said. */
export interface InsightSurroundings {
  /** By name, and when, in words: those of `NewInsight.said` when left out. */
  speaker?: string | undefined;
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
  /** Calendar days since it was last said: 0 today, 1 yesterday. */
  ageDays: number;
  /** Why it was picked, for people. */
  why: string;
  /** It shares no word with the question, and vectors that know no meaning brought it up: perhaps by chance. */
  weak?: true;
}

/** A text with its vector, made before the transaction that stores it is opened. */
export interface EmbeddedText {
  text: string;
  embedding: number[];
  model: string;
}

/** Memory as tools see it; `#memory` implements it. */
export interface MemoryPort {
  /** True when an outside provider understands meaning; false for the offline embedder, which matches words. */
  isSemantic(orgId: string): boolean;
  /** By the org's own keys where it has some, within its budgets. */
  embed(orgId: string, text: string): Promise<EmbeddedText>;
  /** As `embed`, for what words will do for as well: undefined where no model knows meaning, or it does not answer within a second. */
  embedMeaning(orgId: string, text: string): Promise<EmbeddedText | undefined>;
  /** Stores, refreshes a near-duplicate, or supersedes what the new insight contradicts. */
  store(tx: OrgTransaction, insight: NewInsight, embedded: EmbeddedText): Promise<StoredInsight>;
  retrieve(query: {
    orgId: string;
    contactId: string;
    text: string;
    limit: number;
    /** IANA name of the zone whose days `ageDays` counts; those of UTC when left out. */
    timezone?: string;
  }): Promise<RetrievedInsight[]>;
}

/** Model work that is not the turn's own conversation, such as scoring a lead or wording a draft. */
export interface ModelTasksPort {
  /**
   * Runs the pack's task `key`; `input` and the answer fit the task's schemas.
   *
   * @param signal ends the model call. A tool need not give one: its calls end with its own signal.
   */
  run<Output>(
    key: string,
    input: unknown,
    signal?: AbortSignal,
  ): Promise<{ output: Output; generatedBy: string }>;
}

/** A tool as `tool_search` gives it to a model. */
export interface FoundTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
  /** 0 to 1. */
  score: number;
}

/** The tools that a turn may use and that its model is not told of at the moment. */
export interface ToolDiscovery {
  /**
   * Those that fit the need, best first; they are offered from the next model round on.
   *
   * @returns with them the names of all that were searched.
   * @throws ToolError LIMIT_EXCEEDED when the turn has searched often enough.
   */
  search(query: string, most: number): Promise<{ tools: FoundTool[]; hidden: string[] }>;
}

/** A picture that the person shares, and what a model saw in it. */
export interface SharedPicture {
  fileId: string;
  mediaType: string;
  sharedAt: Date;
  /** `pending`, `ready`, or why it is not looked at, such as `NOT_CONFIGURED: VISION_MODEL`. */
  state: string;
  analysis: string | null;
}

/** A message of the conversation, before the turn that asks. */
export interface ConversationMessage {
  role: 'user' | 'assistant';
  text: string;
  at: Date;
}

/** What a tool has given in the conversation, without what must not be kept of it. */
export interface ConversationResult {
  tool: string;
  arguments: Record<string, unknown>;
  data: unknown;
  /** Whether the turn that asks has called it. */
  ofTurn: boolean;
}

/** The conversation that a call belongs to. */
export interface ConversationPort {
  /** Its latest messages, oldest first; those of the turn that asks are not among them. */
  messages(limits: { most: number; maxTokens: number }): Promise<ConversationMessage[]>;
  /** Successful results of these tools in its last turns, the one that asks among them; newest first. */
  results(wanted: { tools: readonly string[]; most: number }): Promise<ConversationResult[]>;
}

/** What the person has consented to share in the conversation; undefined where nothing of the kind is shared. */
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
   * Has the org's vision model look at a shared picture with a question of its own; nothing of it is kept.
   *
   * @throws ToolError NOT_CONFIGURED without `VISION_MODEL`; PRECONDITION_FAILED when the picture is no longer there; and
   *   what became of the provider.
   */
  look(fileId: string, question: string, signal: AbortSignal): Promise<{ text: string; model: string }>;
}

/** Panels of the client, of which a reply opens one. */
export interface DrawersPort {
  /** True for the first drawer that the turn asks for; false when another one was there before. */
  open(drawer: string): boolean;
}

/** What a client is told while a call runs. Nothing waits for it, and it may be lost. */
export interface CallProgress {
  /** Grows with every report. */
  done: number;
  total?: number;
  message?: string;
}

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** Questions to the person or the model at the other end of a call; only clients that can answer are asked. */
export interface CallClient {
  /**
   * Asks the person to fill in a form.
   *
   * @param schema JSON Schema of flat fields.
   * @throws ToolError PRECONDITION_FAILED when the client cannot; TIMEOUT.
   */
  elicit(
    message: string,
    schema: Record<string, unknown>,
  ): Promise<{ action: 'accept' | 'decline' | 'cancel'; content?: Record<string, unknown> }>;
  /** Asks the client's model. @throws ToolError as `elicit`. */
  sample(prompt: string, options: { maxTokens: number }): Promise<{ text: string; model: string }>;
}

/** All that a tool may use, so that packs need no other lib. */
export interface ToolContext {
  org: { id: string; slug: string };
  /** `keyId`: of the API key that a call from outside of a turn came with. */
  caller: { kind: CallerKind; userId?: string; keyId?: string };
  contactId?: string;
  conversationId?: string;
  turnId?: string;
  /** The message that the turn answers; empty when the call comes from elsewhere. */
  messageText: string;
  /** When and by whom that message was said, with the place of this call; absent when the call comes from elsewhere. */
  said?: Utterance;
  channel: ChannelRules;
  /** BCP 47 language of the message, such as `en` or `ar`. */
  language: string;
  /** IANA name, such as `Asia/Nicosia`. */
  timezone: string;
  /** Handed on to every outside service that takes one; the same call has the same key after a crash. */
  idempotencyKey: string;
  /** Aborts at the time limit or when the turn is cancelled; whatever waits must honour it. */
  signal: AbortSignal;
  clock: Clock;
  /** The org's settings over the deployment's. */
  settings: { get(name: string): string | undefined };
  memory: MemoryPort;
  /** Requests to services of others, the only way to them; they end with `signal`. */
  http: HttpPort;
  /** Mail of the org, by its settings; the same idempotency key is sent once. */
  mail: MailPort;
  /** They end with `signal`. */
  tasks: ModelTasksPort;
  /** Absent outside of a conversation, as `shared`. */
  conversation?: ConversationPort;
  shared?: SharedPort;
  /** Absent outside of a turn. */
  drawers?: DrawersPort;
  /** Absent outside of a conversation. */
  artifacts?: ArtifactsPort;
  /** Kinds of artifacts that the pack and the platform have. */
  artifactKinds?: readonly ArtifactKind[];
  /** Those of the pack; the platform's are known everywhere. */
  datasets?: readonly Dataset[];
  /** Tells the client how far a long call has come; absent where nobody listens. */
  progress?: (report: CallProgress) => void;
  /** A line for the client's log; absent where nobody listens. */
  log?: (level: LogLevel, text: string) => void;
  /** Absent where there is nobody to ask. */
  client?: CallClient;
  /** Absent where every usable tool is offered. */
  discovery?: ToolDiscovery;
  /** True when the org has that contact. */
  contactExists(contactId: string): Promise<boolean>;
  /**
   * Keeps the contact there until `tx` ends; false when it is gone or being erased. For tools that write of somebody who
   * need not be the contact of the turn, which an erasure would stop.
   */
  holdContact(tx: OrgTransaction, contactId: string): Promise<boolean>;
  /** True when the org has that conversation; to an end customer only the turn's own and those of their contact exist. */
  conversationExists(conversationId: string): Promise<boolean>;
  /**
   * True when the pack knows what is referred to, such as a deal (`PackSpec.referenceExists`), and to an end customer when
   * it is theirs; false in a pack without references.
   */
  referenceExists(reference: string): Promise<boolean>;
  /** Reads the org's rows. */
  read<Result>(work: (tx: OrgTransaction) => Promise<Result>): Promise<Result>;
  /**
   * Writes the org's rows, once per call of a tool, in one transaction with the call's ledger row: what `work`
   * returns is the result of the tool, and a replay after a crash returns it again without running the tool. A tool
   * that sends something out writes once that has left; a replay comes this far again, and its `work` is not run twice.
   */
  write<Result>(work: (tx: OrgTransaction) => Promise<Result>): Promise<Result>;
}
