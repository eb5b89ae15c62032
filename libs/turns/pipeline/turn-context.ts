import type { PinoLogger } from 'nestjs-pino';
import type { BrokerSelection, LearnedRanker, ToolBroker, ToolIndex } from '#broker';
import type { TurnTotals } from '#contracts';
import type { Flags } from '#flags';
import type { Org, OrgSettings } from '#identity';
import type {
  Budgets,
  LastKeys,
  MessagePart,
  ModelMessage,
  ModelRouter,
  ModelTasks,
  ModelTool,
  Route,
  TurnFacts,
} from '#models';
import type { Webhooks } from '#outbound';
import type { KnowledgeService } from '#memory';
import type { AttachedContent, Pack } from '#pack-kit';
import type { Outbox } from '#queue';
import type { SharedSandbox } from '#sandbox';
import type { ConversationTools, RegisteredAgent, Scope, ToolCaller, ToolExecutor } from '#tools';
import type { CallerPorts } from '../callers/tool-caller.ts';
import type { Admission } from '../admission/admission.service.ts';
import type { ClaimedTurn } from '../run/claimed-turn.ts';
import type { RunEnds } from '../run/run-ends.ts';
import type { RunTotals } from '../run/run-totals.ts';
import type { ContextSources } from './context/context-sources.ts';
import type { PreviousDecision, WindowMessage } from './context/conversation-window.read-model.ts';
import type { TurnLog } from '../journal/turn-log.ts';
import type { OfferedTools } from './tools/offered-tools.ts';
import type { TurnPrograms } from './programs/turn-programs.ts';
import type { RecordedToolCall } from './recorded-calls.ts';

/** The services that the steps use. */
export interface TurnPorts extends CallerPorts {
  executor: ToolExecutor;
  router: ModelRouter;
  budgets: Pick<Budgets, 'isThrifty'>;
  tasks: ModelTasks;
  knowledge: Pick<KnowledgeService, 'find'>;
  webhooks: Webhooks;
  broker: ToolBroker;
  /** The rankers trained on the messages of orgs; undefined for an org without a ranker. */
  rankers: { of(orgId: string): Promise<{ ranker: LearnedRanker; version: number } | undefined> };
  toolIndex: ToolIndex;
  sandbox: Pick<SharedSandbox, 'run'>;
  flags: Pick<Flags, 'variant' | 'isOn'>;
  admission: Admission;
  ends: RunEnds;
  outbox: Outbox;
  orgs: { byId(orgId: string): Promise<Org | null>; settingsOf(orgId: string): Promise<OrgSettings> };
  logger: Pick<PinoLogger, 'warn' | 'error' | 'info'>;
}

export interface TurnRun extends ClaimedTurn {
  log: TurnLog;
  /** Aborts when the lease is lost or the worker shuts down. A requested cancellation aborts `log.cancelSignal`. */
  signal: AbortSignal;
  /** Totals of the turn over all its runs. */
  totals: RunTotals;
  /** Totals of this run only, without the calls taken from the journal. */
  spent: Pick<TurnTotals, 'promptTokens' | 'cachedTokens' | 'completionTokens' | 'costUsd'>;
  /** The keys of the last model calls. */
  lastKeys: LastKeys;
}

/** The turn after step 1. */
export interface LoadedTurn extends TurnRun {
  org: Org;
  /** Org and conversation, for the evaluation of flags. */
  flagContext: { orgId: string; conversationId: string };
  settings: OrgSettings;
  pack: Pack;
  text: string;
  /** The attachments of the message, as message parts for a model. */
  attachments: MessagePart[];
  /** The same attachments, for the pack. */
  attached: AttachedContent[];
  language: string;
  timezone: string;
  lastAgent: string | null;
  recentTools: string[];
  /** The tools allowed and denied in this conversation. */
  conversationTools: ConversationTools;
  /** Messages before the message of this turn, oldest first. */
  window: WindowMessage[];
  /** Material for the system prompt, besides the conversation. */
  contextSources: ContextSources;
  /** Number of messages, including the turn's own, that no summary covers. */
  unsummarized: number;
  summarizedTurns: number;
  previousDecision: PreviousDecision | undefined;
  /** The last tool calls of earlier turns, oldest first. */
  earlierCalls: (RecordedToolCall & { turnSeq: number })[];
}

/** The turn after step 2. */
export interface UnderstoodTurn extends LoadedTurn {
  intents: string[];
  agent: RegisteredAgent;
  facts: TurnFacts;
}

/** The turn after step 3. */
export interface InformedTurn extends UnderstoodTurn {
  /** The start of the system prompt, which many turns share. */
  prompt: string;
  /** Its rest: what is known for this turn. */
  situation: string;
}

/** The turn after step 4. */
export interface ScopedTurn extends InformedTurn {
  scope: Scope;
  caller: ToolCaller;
}

/** The turn after step 5. */
export interface BrokeredTurn extends ScopedTurn {
  /** The whole system prompt. */
  system: string;
  selection: BrokerSelection;
  offered: ModelTool[];
  /** The offered tools, including those that a tool search finds during the turn. */
  tools: OfferedTools;
  /** Null for a turn without programs. */
  programs: TurnPrograms | null;
  tokensInScope: number;
  tokensOffered: number;
  /** Schema tokens of the tools that the broker chose; null if it chose nothing. */
  tokensBrokered: number | null;
  cachedTokensLost: number;
}

/** The turn after step 6. */
export interface RoutedTurn extends BrokeredTurn {
  route: Route;
}

/** The turn after steps 7 and 8. */
export interface AnsweredTurn extends RoutedTurn {
  reply: string;
  /** The messages that the model answered. */
  messages: ModelMessage[];
  /** Model rounds up to the reply. */
  rounds: number;
  /** Calls in the order in which the model requested them. */
  calls: RecordedToolCall[];
  toolsSelected: string[];
  foundBySearch: string[];
  /** Tools that were called or found, oldest first. */
  toolsTouched: string[];
}
