import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { z } from 'zod';
import type { Clock } from '#config';
import type { OrgTransaction } from '#database';
import type { FlagDefinition } from '#flags';
import type { PackSetting } from '#identity';
import type { Dataset } from './datasets/dataset.ts';
import type { Place } from './offline-tool-hints.ts';
import type { McpServerSpec } from './mcp-server-spec.ts';
import type { PromptSpec, ResourceSpec } from './pack-face.ts';
import type { Tool, ToolTier } from './tool.ts';

/** An agent: a prompt, the tools it may use and the kind of work it does. */
export interface AgentSpec {
  name: string;
  description: string;
  /** Instructions for the model. Context blocks and the tool list are added by the platform. */
  prompt: string;
  /** Decides the model tier (`router`). */
  taskType: string;
  /** Names of the pack's and the platform's tools; universal tools are added. Empty: offered none at all. */
  tools: string[];
  /** May answer with a program. */
  programs?: boolean;
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

/** Input of a pack's agent choice; the answer is `{ agent }`. */
export interface AgentChoiceInput {
  text: string;
  language: string;
  lastAgent?: string;
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
}

/** The demo org that a pack brings. */
export interface DemoOrg {
  slug: string;
  name: string;
  timezone: string;
  settings: Record<string, string>;
  users: { handle: string; name: string; role: 'org_admin' | 'member' }[];
  contacts: { id: string; name: string; language: string }[];
}

/** What a user writes to make Turnpike theirs. Only `name`, `title`, `loading`, `agents` and `tools` are required. */
export interface PackSpec {
  name: string;
  title: string;
  /** How deferred tools come into the offered set while the broker does not choose (`tools`, `platform-tools` 2). */
  loading: 'search' | 'broker';
  agents: AgentSpec[];
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
  /** Servers whose tools join the registry. */
  mcpServers?: McpServerSpec[];
  intents?: IntentSpec[];
  /** What words of a message say for tools: boosts by tool name, on scores from 0 to 1. Called for each turn; no I/O. */
  cues?: (message: string) => { cue: string; boosts: Record<string, number> }[];
  tasks?: Task[];
  /** Gazetteers by name, for `Fill` codes of kind `place`. */
  places?: Record<string, Place[]>;
  /** Slug of an org that has the pack whatever its row says, outside of turns; for packs that only a test switches on. */
  guestOf?: string;
  entities?: EntityTarget<ObjectLiteral>[];
  /** Records of the pack that `query_org_data` can be asked about. */
  datasets?: readonly Dataset[];
  /** Settings with their defaults, read per call. */
  settings?: Omit<PackSetting, 'pack'>[];
  /** Feature flags of its own, beside the platform's (`docs/flags.md`). */
  flags?: FlagDefinition[];
  /** A profile for a contact whose first message this is; `now` is the moment of that message. */
  onNewContact?: (
    tx: OrgTransaction,
    contact: { id: string; name: string | null },
    now: Date,
  ) => Promise<void>;
  /** True when the reference (a deal's id, say) exists in the org. */
  referenceExists?: (tx: OrgTransaction, reference: string) => Promise<boolean>;
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
