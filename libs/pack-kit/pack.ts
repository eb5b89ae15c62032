import type { z } from 'zod';
import type { CallerKind, KnowledgeFactText } from '#contracts';
import type { PackFlag } from './pack-flag.ts';
import type { PackSetting } from './pack-setting.ts';
import type { Clock } from './ports/clock.ts';
import type { OrgTransaction } from './ports/org-transaction.ts';
import type { ArtifactKind } from './artifacts/artifact-kind.ts';
import type { PanelSpec } from './artifacts/panel.ts';
import type { Dataset } from './dataset.ts';
import type { McpServerSpec } from './mcp-server-spec.ts';
import type { PromptSpec, ResourceSpec } from './resources-and-prompts.ts';
import type { PackImport } from './pack-import.ts';
import type { PackWebhook } from './pack-webhook.ts';
import type { MaterialTurn, PromptMaterial } from './prompt-material.ts';
import type { ReplyPolicy } from './reply-policy.ts';
import type { SeededConversation } from './seeded-conversation.ts';
import type { SummarySpec } from './summary-spec.ts';
import type { TextLanguage } from '#text';
import type { Tool, ToolTier } from './tool.ts';

/** An agent: a prompt, the tools it may use and the kind of work it does. */
export interface AgentSpec {
  name: string;
  description: string;
  /** Instructions for the model. The platform adds context blocks and the tool list. */
  prompt: string;
  /** Determines the model tier (docs/models.md). */
  taskType: string;
  /** Names of tools of the pack and the platform; universal tools are added. An empty list means no tools at all. */
  tools: string[];
  /** Tools that its prompt tells it to reach for first. They are always offered to it, whatever their tier. */
  first?: string[];
  /** Receives only its prompt and the conversation: no summary, artifacts, insights or shared content. */
  withoutContext?: boolean;
  /** Runs platform work: messages cannot name the agent, and it gets no universal tools. */
  background?: boolean;
  /** Additional text for the prompt of a turn, such as data that no tool of the agent reads. Must not call outside services. */
  material?: (turn: MaterialTurn) => Promise<PromptMaterial[]>;
  /** Allows the agent to answer with a program (`docs/programs.md`). */
  programs?: boolean;
  /** Names of tools with side effect `write` that its programs may call, in addition to all read-only tools. */
  programWrites?: string[];
  /** Additional instructions and tools on voice. */
  voice?: { prompt?: string; tools?: string[] };
}

/** A structured model call, with rules that replace the model when none is configured. */
export interface TaskSpec<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  key: string;
  taskType: string;
  instructions: string;
  input: Input;
  output: Output;
  /** Computes the output from the input without a model. Without rules, the offline model answers NOT_CONFIGURED. */
  rules?: (input: z.infer<Input>) => z.infer<Output>;
}

export type Task = TaskSpec;

export function defineTask<Input extends z.ZodType, Output extends z.ZodType>(
  spec: TaskSpec<Input, Output>,
): Task & { output: Output } {
  return spec as unknown as Task & { output: Output };
}

/** Model tier of a task, from cheapest to most capable. */
export type TaskTier = 'flash' | 'standard' | 'premium';

export interface IntentSpec {
  name: string;
  keywords: { en: string[]; ar: string[] };
}

export interface SeedContext {
  orgId: string;
  /** Day of the seeding, 00:00 UTC. `DEMO_ANCHOR_DATE` overrides it. */
  anchor: Date;
  clock: Clock;
  /** Computes the embeddings of seeded insights. */
  embed: (text: string) => Promise<{ embedding: number[]; model: string }>;
  /** Returns the ids for which the org has no conversation yet; only these must be generated. */
  missingConversations(tx: OrgTransaction, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Adds a conversation of demo history with its turns, artifacts and pictures, unless the org already has it. */
  addConversation(tx: OrgTransaction, conversation: SeededConversation): Promise<void>;
}

/** A starting turn, as passed to {@link PackSpec.recall}. */
export interface RecalledTurn {
  conversationId: string;
  contactId: string;
  caller: CallerKind;
  /** Text of the message; a long text is cut. */
  text: string;
  /** The previous reply (only the end of a long one), which the message may answer; undefined for the first message. */
  replied?: string | undefined;
  /** When the message arrived. Long before `now` if the turn is retried. */
  saidAt: Date;
  now: Date;
}

/** A successful call, as passed to {@link PackSpec.onToolSuccess}. */
export interface SuccessfulCall {
  tool: string;
  capability?: string | undefined;
  conversationId?: string | undefined;
  contactId?: string | undefined;
  /** The complete result, before it is cut for the model. */
  data: unknown;
  now: Date;
}

/** A local server with sample data that replaces an outside service. `npm start` runs it beside the apps. */
export interface DemoService {
  /** Name of the service and of its log. */
  name: string;
  /** Compiled file below `dist`. */
  entry: string;
  /** Environment variable from which the service reads its port. */
  readsPort: string;
  /** Environment variable that is set to the URL of the service. If the operator has set it, the sample service does not start. */
  setsUrl: string;
  /** Path that answers 200 once the service is ready. */
  urlPath: string;
}

/** The demo org of a pack. */
export interface DemoOrg {
  slug: string;
  name: string;
  timezone: string;
  settings: Record<string, string>;
  users: { handle: string; name: string; role: 'org_admin' | 'member' }[];
  contacts: { id: string; name: string; language: string }[];
  /** Facts that the org states about itself. */
  facts?: KnowledgeFactText[];
  service?: DemoService;
}

/** A pack: the agents, tools and data of one domain. Only `name`, `title`, `loading`, `agents` and `tools` are required. */
export interface PackSpec {
  name: string;
  title: string;
  /** How deferred tools enter the offered set while the broker is off (docs/broker.md). */
  loading: 'search' | 'broker';
  agents: AgentSpec[];
  /** Languages of its users. At start, the worker logs tools without examples in one of them. */
  languages?: readonly TextLanguage[];
  /** Agent to use when a model returns an unknown agent name. A message that names an unknown agent gets 422. */
  fallbackAgent?: string;
  /** Key of the task that chooses the agent; required with more than one agent. */
  agentChoice?: string;
  tools: Tool[];
  /** Platform tools with a different tier in this pack, by name. */
  platformTools?: Record<string, { tier: ToolTier }>;
  /** Universal tools that are withheld from its agents. */
  excludeUniversal?: string[];
  /** Resources that MCP clients can read by URI. */
  resources?: ResourceSpec[];
  /** Prompts that MCP clients offer to people. */
  prompts?: PromptSpec[];
  /** Receivers of webhooks from outside services. */
  webhooks?: PackWebhook[];
  /** MCP servers whose tools are added to the registry. */
  mcpServers?: McpServerSpec[];
  intents?: IntentSpec[];
  /** Boosts of tool scores (0 to 1) by tool name, derived from the beginning of the message. Called for each turn; must not do I/O. */
  cues?: (message: string) => { cue: string; boosts: Record<string, number> }[];
  tasks?: Task[];
  /** Rules for replies, checked before they are sent. */
  policies?: ReplyPolicy[];
  /** Tiers of the pack's own task types; an unlisted type is `standard`. */
  taskTiers?: Record<string, TaskTier>;
  /** Structure of conversation summaries. Default: goals, decisions, facts, open questions and next steps. */
  summary?: SummarySpec;
  /** Slug of an org that can use the pack outside of turns even if the org's row does not list it; for packs that only tests enable. */
  guestOf?: string;
  /** TypeORM entities of its tables; each extends the base class of rows of an org. */
  entities?: (new () => object)[];
  /** Kinds of artifacts of its conversations, in addition to the platform's `conversation_summary`. */
  artifacts?: ArtifactKind[];
  /** Panels beside its conversations, in display order. Clients show artifacts that no panel contains separately. */
  drawers?: readonly PanelSpec[];
  /** Records of the pack that `query_org_data` can query. */
  datasets?: readonly Dataset[];
  /** Tables that operators import from files (`npm run import`). */
  imports?: PackImport[];
  /** Settings of the pack with their defaults. Tools read them per call. */
  settings?: Omit<PackSetting, 'pack'>[];
  /** Feature flags of the pack (`docs/flags.md`). */
  flags?: PackFlag[];
  /** Creates the pack's profile of a new contact. `now` is the time of the contact's first message. */
  onNewContact?: (
    tx: OrgTransaction,
    contact: { id: string; name: string | null },
    now: Date,
  ) => Promise<void>;
  /**
   * Returns named facts that the pack knows about the contact, at the start of each turn. They are part of the prompt, and
   * the offline model fills arguments with them (`Fill` of kind `known`). It may store facts from the message. A turn that
   * restarts after a crash calls it again.
   */
  recall?: (tx: OrgTransaction, turn: RecalledTurn) => Promise<Record<string, unknown>>;
  /**
   * Runs after each successful call of a tool of the pack, including cached results, in the transaction of the audit row.
   * It must send its statements before its first `await`.
   */
  onToolSuccess?: (tx: OrgTransaction, call: SuccessfulCall) => Promise<void>;
  /** Returns true if the reference, such as a deal's id, exists in the org and, with `contactId`, belongs to that contact. */
  referenceExists?: (tx: OrgTransaction, reference: string, contactId?: string) => Promise<boolean>;
  demo?: DemoOrg;
  /** Creates the demo rows. Idempotent. */
  seed?: (tx: OrgTransaction, context: SeedContext) => Promise<void>;
  /** Returns all rows with the contact's messages or profile by table: those that {@link erase} deletes or changes. */
  export?: (tx: OrgTransaction, contactId: string) => Promise<Record<string, unknown[]>>;
  /** Deletes all rows with the contact's messages or profile. @returns the number of rows by table. */
  erase?: (tx: OrgTransaction, contactId: string) => Promise<Record<string, number>>;
}

/** The settings that packs declare, for the catalogue of all settings. */
export function packSettingsOf(packs: readonly Pack[]): PackSetting[] {
  return packs.flatMap(({ name: pack, settings = [] }) => settings.map((setting) => ({ ...setting, pack })));
}

export type Pack = PackSpec;

export function definePack(spec: PackSpec): Pack {
  return spec;
}
