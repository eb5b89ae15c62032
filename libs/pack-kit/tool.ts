import type { z } from 'zod';
import type { CallerKind, ToolTier } from '#contracts';
import type { ArtifactKind } from './artifacts/artifact-kind.ts';
import type { ToolEvent } from './artifacts/tool-event.ts';
import type { Dataset } from './dataset.ts';
import type { ToolRole } from './tool-role.ts';
import type { Content } from './content.ts';
import type { ChannelRules, ToolContext } from './tool-context.ts';

export type { ToolTier };

/** `none` is safe to repeat; `write` changes tables of Turnpike; `external` changes something in an outside service. */
export type SideEffect = 'none' | 'write' | 'external';

/** The reader for whom a tool is described. `datasets` and `artifactKinds` are those of the pack. */
export interface ToolReader {
  kind: CallerKind;
  datasets: readonly Dataset[];
  artifactKinds: readonly ArtifactKind[];
}

/** Definition of a tool. Each tool has its own file, named after the tool. */
export interface ToolSpec<Input extends z.ZodObject = z.ZodObject, Data = unknown> {
  /** snake_case and unique. */
  name: string;
  /** Description for the model, in one or two sentences. */
  description: string;
  /** Text that depends on the caller and is appended to the description. */
  note?: (to: ToolReader) => string;
  /** Values of parameters that depend on the caller; models see them as an enum. */
  values?: (to: ToolReader) => Record<string, readonly string[]>;
  /** Why the tool is useless to this caller, who is then not offered it; undefined if it is not. */
  uselessTo?: (to: Pick<ToolReader, 'kind' | 'datasets'>) => string | undefined;
  category: string;
  /** Analytics label, recorded for successful calls only. */
  capability?: string;
  input: Input;
  /** Schema of the result. The tool's function in programs, and MCP clients, promise this shape. */
  result?: z.ZodType<Data>;
  whenToUse: string[];
  /** Example messages of users in every supported language; at least one. */
  examples: string[];
  /** Default: `deferred`. */
  tier?: ToolTier;
  /** For tier `universal`: offered only to agents that list the tool. */
  onlyWhereListed?: boolean;
  /** Default: chat and voice. */
  channels?: ChannelRules[];
  role: ToolRole;
  sideEffect: SideEffect;
  /**
   * The tool calls an outside service, and a circuit breaker stops calls while the service is down. Tools with the same
   * `service` share a breaker; with `true` the tool has its own.
   */
  outbound?: boolean | { service: string };
  /** The outside service honours `ToolContext.idempotencyKey`, so a repeated call has no second effect. */
  takesIdempotencyKey?: boolean;
  /**
   * Caches the result for `ttlSeconds` (default: the setting `TOOL_CACHE_TTL_S`). Only for results that depend on the org and
   * the arguments alone, not on the caller or the time. The result must be JSON and contain no secret.
   */
  cacheable?: { ttlSeconds?: number };
  /**
   * Returns the reason, worded for people, if this call needs an approval, such as an amount above a limit; otherwise
   * undefined. Orgs can require approvals for further tools with `TOOL_APPROVALS`.
   */
  approval?: (input: z.infer<Input>, caller: { kind: CallerKind }) => string | undefined;
  /** Timeout of all attempts together, if lower than that of the channel (`TOOL_TIMEOUT_MS`, `VOICE_TOOL_TIMEOUT_MS`). */
  timeoutMs?: number;
  intents: string[];
  deprecated?: { replacedBy: string; reason: string };
  /** Name of a tool of which this one does a part. If that tool replaces deprecated tools, the report on them also counts calls of this one. */
  shortFor?: string;
  /** JSON Schema of the arguments, if an MCP server supplied it instead of `input`. */
  parameters?: Record<string, unknown>;
  /** Returns the reason, worded for people, if the tool is unavailable now because its server is unreachable. */
  away?: () => string | undefined;
  /**
   * Starts the tool's server if it is not running. Concurrent calls wait for the same start; undefined means that there is
   * nothing to wait for. The promise never rejects; `away` reports a failed start.
   */
  start?: () => Promise<void> | undefined;
  /** The MCP server's definition of the tool, before overlays. */
  serverDefinition?: {
    name: string;
    title?: string;
    description: string;
    annotations?: Record<string, unknown>;
  };
  /** `mcp` for a tool of an MCP server. Default: `file`. */
  source?: 'file' | 'mcp';
  /** For tier `critical`: returns true if the message or the agent makes the tool critical. */
  trigger?: (messageText: string, agent: string) => boolean;
  /**
   * Calls of tools with the same lane run one after the other, in the order in which the model requested them, even if it
   * requested several at once.
   */
  lane?: string;
  /** The tool needs a conversation; a call without one fails with PRECONDITION_FAILED. */
  needsConversation?: boolean;
  /** Content blocks, such as a picture, that MCP clients receive instead of the result as JSON. */
  content?: (data: Data) => Content[];
  /** The result holds stored documents, so it stays as it is. The moments in any other result become local times. */
  verbatim?: true;
  /** Shortens a large result for the model; programs receive the whole result. */
  modelView?: (data: Data) => unknown;
  /** Additional events of a successful call for stream subscribers: an artifact has changed, a panel opens. */
  events?: (data: Data) => ToolEvent[];
  /** The field of the result that the tool's function returns inside a program. Default: the whole result. */
  ptcValue?: string;
  /**
   * Executes the call and returns `data`.
   *
   * @throws ToolError for every error that the caller can act on.
   */
  execute(input: z.infer<Input>, context: ToolContext): Promise<Data>;
  /**
   * Runs after the transaction of a `write` tool is committed, for example to send a mail. A replay runs it again, so it
   * must use the idempotency key and must not write rows itself.
   *
   * @returns `data`, extended by the outcome.
   */
  afterwards?(data: Data, input: z.infer<Input>, context: ToolContext): Promise<Data>;
}

/** A tool with its types erased, as the registry stores it. */
export type Tool = ToolSpec<z.ZodObject, unknown> & { tier: ToolTier; channels: ChannelRules[] };

/** Defines a tool. Infers the type of the `execute` input from the schema and adds the default tier and channels. */
export function defineTool<Input extends z.ZodObject, Data>(spec: ToolSpec<Input, Data>): Tool {
  return { tier: 'deferred', channels: ['chat', 'voice'], ...spec } as unknown as Tool;
}
