import type { PinoLogger } from 'nestjs-pino';
import type { ArtifactService, FileService } from '#artifacts';
import type { BrokerSelection, LearnedRanker, ToolBroker, ToolIndex } from '#broker';
import type { Clock } from '#config';
import type { TurnTotals } from '#contracts';
import type { Database } from '#database';
import type { Flags } from '#flags';
import type { Org, OrgSettings } from '#identity';
import type {
  Budgets,
  LastKeys,
  MessagePart,
  ModelCalls,
  ModelMessage,
  ModelRegistry,
  ModelRouter,
  ModelTasks,
  ModelTool,
  Route,
  TurnFacts,
} from '#models';
import type { HttpPort, Mail, Webhooks } from '#outbound';
import type { FollowUps } from '#queue';
import type { SharedSandbox } from '#sandbox';
import type {
  AttachedContent,
  ConversationTools,
  MemoryPort,
  Pack,
  RegisteredAgent,
  Scope,
  ToolCaller,
  ToolExecutor,
  ToolRegistry,
} from '#tools';
import type { ClaimedTurn } from '../run/claim.repository.ts';
import type { ContextSources } from './context/context-sources.ts';
import type { PreviousDecision } from './context/conversation-window.read-model.ts';
import type { TurnLog } from '../journal/turn-log.ts';
import type { TurnQueue } from '../admission/turn-queue.ts';
import type { OfferedTools } from './tools/offered-tools.ts';
import type { TurnPrograms } from './programs/offer-programs.ts';

/** What the steps may use. */
export interface TurnPorts {
  database: Database;
  clock: Clock;
  registry: ToolRegistry;
  executor: ToolExecutor;
  router: ModelRouter;
  calls: ModelCalls;
  budgets: Pick<Budgets, 'isThrifty'>;
  modelRegistry: ModelRegistry;
  tasks: ModelTasks;
  memory: MemoryPort;
  artifacts: ArtifactService;
  http: HttpPort;
  mail: Mail;
  webhooks: Webhooks;
  files: FileService;
  broker: ToolBroker;
  /** What the org's past messages taught; undefined where there is nothing yet. */
  rankers: { of(orgId: string): Promise<{ ranker: LearnedRanker; version: number } | undefined> };
  toolIndex: ToolIndex;
  sandbox: Pick<SharedSandbox, 'run'>;
  flags: Pick<Flags, 'variant' | 'isOn'>;
  queue: TurnQueue;
  followUps: FollowUps;
  orgs: { byId(orgId: string): Promise<Org | null>; settingsOf(orgId: string): Promise<OrgSettings> };
  logger: Pick<PinoLogger, 'warn' | 'error' | 'info'>;
}

/** One run of one turn, as the claim hands it to the pipeline. */
export interface TurnRun {
  turn: ClaimedTurn;
  log: TurnLog;
  /** Aborts when the lease is lost or the worker goes down; a wish to cancel is `log.cancelSignal`. */
  signal: AbortSignal;
  /** Of the turn, over all its runs. */
  totals: TurnTotals & { modelMs: number; toolMs: number };
  /** By this run: what earlier ones left in the journal is not in it. */
  spent: Pick<TurnTotals, 'promptTokens' | 'cachedTokens' | 'completionTokens' | 'costUsd'>;
  /** Of its calls of models. */
  lastKeys: LastKeys;
}

/** What came with a message. Name and type are null where it was never fetched, or is no longer there. */
export interface AttachedFile {
  name: string | null;
  mediaType: string | null;
  url: string | null;
}

export interface WindowMessage {
  role: 'user' | 'assistant';
  text: string;
  turnSeq: number;
  attached: AttachedFile[];
}

/** Where a call of the model stands in its turn. */
export interface CallStep {
  /** In the journal, such as `tool:1:0`. */
  key: string;
  /** Among what is told in the turn (`CallPlaces`). */
  place: number;
}

/** A tool call of this or an earlier turn, as the journal keeps it. */
export interface RecordedToolCall {
  callId: string;
  tool: string;
  arguments: Record<string, unknown>;
  modelText: string;
  success: boolean;
  durationMs: number;
  /** Names that a successful search for tools has found. */
  found?: string[];
  /** Of a program: the tools that it called. */
  called?: string[];
  /** It, or a call of its program, rests on sample rows. Calls of turns before 2026-11-26 have it in their text alone. */
  sample?: true;
}

/** After step 1. */
export interface LoadedTurn extends TurnRun {
  org: Org;
  settings: OrgSettings;
  pack: Pack;
  text: string;
  /** What came with the message, as a model is told of it. */
  attachments: MessagePart[];
  /** The same, as the pack may look at it. */
  attached: AttachedContent[];
  language: string;
  timezone: string;
  lastAgent: string | null;
  recentTools: string[];
  /** The conversation's own list of tools. */
  conversationTools: ConversationTools;
  /** Messages before this turn's, oldest first. */
  window: WindowMessage[];
  /** What may be told to the model beside the conversation. */
  contextSources: ContextSources;
  /** Messages up to the turn's own that no summary covers. */
  unsummarized: number;
  /** Place of the last turn that a summary covers. */
  summarizedTurns: number;
  /** What the broker decided in the conversation's turn before. */
  previousDecision: PreviousDecision | undefined;
  /** The last calls of earlier turns, oldest first, by place of their turn. */
  earlierCalls: (RecordedToolCall & { turnSeq: number })[];
}

/** After step 2. */
export interface UnderstoodTurn extends LoadedTurn {
  intents: string[];
  agent: RegisteredAgent;
  facts: TurnFacts;
}

/** After step 3. */
export interface InformedTurn extends UnderstoodTurn {
  system: string;
}

/** After step 4. */
export interface ScopedTurn extends InformedTurn {
  scope: Scope;
  caller: ToolCaller;
}

/** After step 5. */
export interface BrokeredTurn extends ScopedTurn {
  selection: BrokerSelection;
  offered: ModelTool[];
  /** Those, and what is found while the turn goes on. */
  tools: OfferedTools;
  /** What the model may do with programs; null where it has none. */
  programs: TurnPrograms | null;
  tokensInScope: number;
  tokensOffered: number;
  /** Schema tokens of what the broker chose; null where it chose nothing. */
  tokensBrokered: number | null;
  cachedTokensLost: number;
}

/** After step 6. */
export interface RoutedTurn extends BrokeredTurn {
  route: Route;
}

/** After step 7, and step 8. */
export interface AnsweredTurn extends RoutedTurn {
  reply: string;
  /** What the model was given for it. */
  messages: ModelMessage[];
  /** Rounds that it took. */
  rounds: number;
  /** In their order. */
  calls: RecordedToolCall[];
  toolsSelected: string[];
  foundBySearch: string[];
  /** Tools called or found, oldest first. */
  toolsTouched: string[];
}
