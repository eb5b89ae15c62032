import type { z } from 'zod';
import type { CallerKind } from '#contracts';
import type { PackFlag } from './pack-flag.ts';
import type { PackSetting } from './pack-setting.ts';
import type { Clock } from './ports/clock.ts';
import type { OrgTransaction } from './ports/org-transaction.ts';
import type { ArtifactKind } from './artifacts/artifact-kind.ts';
import type { DrawerSpec } from './artifacts/panel.ts';
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
  /** Instructions for the model. Context blocks and the tool list are added by the platform. */
  prompt: string;
  /** Decides the model tier (docs/models.md). */
  taskType: string;
  /** Names of the pack's and the platform's tools; universal tools are added. Empty: offered none at all. */
  tools: string[];
  /** Is told nothing beside its prompt and the conversation: no summary, artifacts, insights or what is shared. */
  withoutContext?: boolean;
  /** Works for the platform: no message can name it, and it gets no universal tools. */
  background?: boolean;
  /** What it is told besides its prompt in a turn, such as what it has no tool to read. No outside calls. */
  material?: (turn: MaterialTurn) => Promise<PromptMaterial[]>;
  /** May answer with a program (`docs/programs.md`). */
  programs?: boolean;
  /** Names of its tools with side effect `write` that its programs may call, beside all that only read. */
  programWrites?: string[];
  /** What differs on voice: more instructions, and tools that it has there besides. */
  voice?: { prompt?: string; tools?: string[] };
}

/** Model work with a rule that stands in for the model where there is none. */
export interface TaskSpec<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  key: string;
  taskType: string;
  instructions: string;
  input: Input;
  output: Output;
  /** Fills the same schema from stored facts and message text; without it the offline model answers NOT_CONFIGURED. */
  rules?: (input: z.infer<Input>) => z.infer<Output>;
}

export type Task = TaskSpec;

export function defineTask<Input extends z.ZodType, Output extends z.ZodType>(
  spec: TaskSpec<Input, Output>,
): Task {
  return spec as unknown as Task;
}

/** From cheap to able: what kind of model a task needs. */
export type TaskTier = 'flash' | 'standard' | 'premium';

/** Input of a pack's agent choice; the answer is `{ agent }`. */
export interface AgentChoiceInput {
  text: string;
  language: string;
  /** Who wrote the message. */
  caller?: CallerKind;
  lastAgent?: string;
  /** What came with the message; of a document the beginning of its text. */
  attachments?: { name: string; mediaType: string | null; excerpt?: string }[];
}

export interface IntentSpec {
  name: string;
  keywords: { en: string[]; ar: string[] };
}

export interface SeedContext {
  orgId: string;
  /** Seeding day, 00:00 UTC; fixed by `DEMO_ANCHOR_DATE`. */
  anchor: Date;
  clock: Clock;
  /** Embeds for seeded insights. */
  embed: (text: string) => Promise<{ embedding: number[]; model: string }>;
  /** Which of these ids no conversation of the org has: only those need be played. */
  missingConversations(tx: OrgTransaction, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Adds a conversation of demo history with all that belongs to it, unless the org has it. */
  addConversation(tx: OrgTransaction, conversation: SeededConversation): Promise<void>;
}

/** A turn at its beginning, as {@link PackSpec.recall} sees it. */
export interface RecalledTurn {
  conversationId: string;
  contactId: string;
  caller: CallerKind;
  /** Its beginning, where it is long. */
  text: string;
  /** The reply before it, or the end of a long one, which it may answer; undefined at the begin of a conversation. */
  replied?: string | undefined;
  /** When the message came: before `now`, long before it where the turn is tried again. */
  saidAt: Date;
  now: Date;
}

/** A call as {@link PackSpec.onToolSuccess} sees it. */
export interface SuccessfulCall {
  tool: string;
  capability?: string | undefined;
  conversationId?: string | undefined;
  contactId?: string | undefined;
  /** Whole, before it was cut to size. */
  data: unknown;
  now: Date;
}

/** A local server with samples in the place of an outside service, which `npm start` runs beside the apps. */
export interface DemoService {
  /** Also that of its log. */
  name: string;
  /** Compiled file below `dist`. */
  entry: string;
  /** Variable that tells it its port. */
  readsPort: string;
  /** Variable of the deployment that is set to its address; where somebody has set it, no sample is needed. */
  setsUrl: string;
  /** Answers 200 once it is ready. */
  urlPath: string;
}

/** The demo org that a pack brings. */
export interface DemoOrg {
  slug: string;
  name: string;
  timezone: string;
  settings: Record<string, string>;
  users: { handle: string; name: string; role: 'org_admin' | 'member' }[];
  contacts: { id: string; name: string; language: string }[];
  service?: DemoService;
}

/** What a user writes to make Turnpike theirs. Only `name`, `title`, `loading`, `agents` and `tools` are required. */
export interface PackSpec {
  name: string;
  title: string;
  /** How deferred tools come into the offered set while the broker does not choose (docs/broker.md). */
  loading: 'search' | 'broker';
  agents: AgentSpec[];
  /** Those that its users write. A tool of its agents without words in one of them is named at the worker's start. */
  languages?: readonly TextLanguage[];
  /** For a name that a model returned and no agent has; a message that names such an agent gets 422. */
  fallbackAgent?: string;
  /** Key of the task that picks the agent; not needed with one agent. */
  agentChoice?: string;
  tools: Tool[];
  /** Platform tools that this pack uses in another tier, by name. */
  platformTools?: Record<string, { tier: ToolTier }>;
  /** Universal tools that its agents do not get. */
  excludeUniversal?: string[];
  /** What clients of MCP can read by its URI. */
  resources?: ResourceSpec[];
  /** What people can begin with in clients of MCP. */
  prompts?: PromptSpec[];
  /** What outside services tell it. */
  webhooks?: PackWebhook[];
  /** Servers whose tools join the registry. */
  mcpServers?: McpServerSpec[];
  intents?: IntentSpec[];
  /** What words of a message's beginning say for tools: boosts by tool name, on scores from 0 to 1. Called for each turn; no I/O. */
  cues?: (message: string) => { cue: string; boosts: Record<string, number> }[];
  tasks?: Task[];
  /** Rules for replies, checked before they are sent. */
  policies?: ReplyPolicy[];
  /** Tiers of task types of its own, beside the platform's; a type that has none is `standard`. */
  taskTiers?: Record<string, TaskTier>;
  /** How its conversations are summed up; without it by goals, decisions, facts, open questions and next steps. */
  summary?: SummarySpec;
  /** Slug of an org that has the pack whatever its row says, outside of turns; for packs that only a test switches on. */
  guestOf?: string;
  /** TypeORM entities of its tables; each extends the row of an org. */
  entities?: (new () => object)[];
  /** Kinds of artifacts that its conversations may have, beside the platform's `conversation_summary`. */
  artifacts?: ArtifactKind[];
  /** Panels beside its conversations; clients show an artifact that is in none of them on its own. */
  drawers?: readonly DrawerSpec[];
  /** Records of the pack that `query_org_data` can be asked about. */
  datasets?: readonly Dataset[];
  /** Rows that operators bring in from files (`npm run import`). */
  imports?: PackImport[];
  /** Settings with their defaults, read per call. */
  settings?: Omit<PackSetting, 'pack'>[];
  /** Feature flags of its own, beside the platform's (`docs/flags.md`). */
  flags?: PackFlag[];
  /** A profile for a contact whose first message this is; `now` is the moment of that message. */
  onNewContact?: (
    tx: OrgTransaction,
    contact: { id: string; name: string | null },
    now: Date,
  ) => Promise<void>;
  /**
   * What the pack knows of the person whom the conversation is with, by name, at the beginning of each turn: models are
   * told of it, and the offline model fills arguments with it (`Fill` of kind `known`). It may keep what the message
   * tells; a turn that is run again after a crash asks again.
   */
  recall?: (tx: OrgTransaction, turn: RecalledTurn) => Promise<Record<string, unknown>>;
  /**
   * Called for every call of one of the pack's tools that succeeded, also out of the cache, in the transaction of its
   * audit row. It sends its statements before it first waits.
   */
  onToolSuccess?: (tx: OrgTransaction, call: SuccessfulCall) => Promise<void>;
  /** True when the reference (a deal's id, say) exists in the org; with `contactId`, when it is one of that contact's. */
  referenceExists?: (tx: OrgTransaction, reference: string, contactId?: string) => Promise<boolean>;
  demo?: DemoOrg;
  /** Makes the demo rows; running it twice changes nothing. */
  seed?: (tx: OrgTransaction, context: SeedContext) => Promise<void>;
  /** All rows that hold the contact's words or profile, by table: what {@link erase} would delete or change. */
  export?: (tx: OrgTransaction, contactId: string) => Promise<Record<string, unknown[]>>;
  /** Deletes every row that holds the contact's words or profile. */
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
