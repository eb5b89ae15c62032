import type { z } from 'zod';
import type { CallerKind, ToolTier } from '#contracts';
import type { ArtifactKind } from './artifacts/artifact-kind.ts';
import type { ToolEvent } from './artifacts/tool-event.ts';
import type { Dataset } from './dataset.ts';
import type { ToolRole } from './tool-role.ts';
import type { Content } from './content.ts';
import type { ChannelRules, ToolContext } from './tool-context.ts';

export type { ToolTier };

/** `none` is safe to repeat; `write` changes our own tables; `external` sends something out. */
export type SideEffect = 'none' | 'write' | 'external';

/** All there is to say of one tool. One file per tool, named after it. */
export interface ToolSpec<Input extends z.ZodObject = z.ZodObject, Data = unknown> {
  /** snake_case and unique. */
  name: string;
  /** What it does, for a model: one or two sentences. */
  description: string;
  /** What depends on whose call it is, added to the description that a model is told; datasets and kinds are the pack's. */
  note?: (caller: {
    kind: CallerKind;
    datasets: readonly Dataset[];
    artifactKinds: readonly ArtifactKind[];
  }) => string;
  category: string;
  /** Analytics label, recorded only when the call succeeded. */
  capability?: string;
  input: Input;
  result?: z.ZodType<Data>;
  whenToUse: string[];
  /** Utterances of users in every language that is served; at least one. */
  examples: string[];
  tier: ToolTier;
  /** Of tier `universal`, yet only for agents that list it. */
  onlyWhereListed?: boolean;
  /** Both when absent. */
  channels?: ChannelRules[];
  role: ToolRole;
  sideEffect: SideEffect;
  /**
   * Asks an outside service. Calls to one that is down are cut off by its circuit breaker; tools that share a service
   * name it, and without a name the service is the tool's own.
   */
  outbound?: boolean | { service: string };
  /** The outside service honours `ToolContext.idempotencyKey`, so that a repeated call does nothing twice. */
  takesIdempotencyKey?: boolean;
  /**
   * The result depends on the org and the arguments alone, not on who asks or when, and may be given again for
   * `ttlSeconds` (default: the setting `TOOL_CACHE_TTL_S`). It must be JSON, and hold no secret.
   */
  cacheable?: { ttlSeconds?: number };
  /**
   * The tool's own rule for calls that a person must agree to, such as a sum above a limit: the reason, for people, or
   * undefined. Orgs put further tools behind an approval with `TOOL_APPROVALS`.
   */
  approval?: (input: z.infer<Input>, caller: { kind: CallerKind }) => string | undefined;
  /** Limit over all attempts together, where it is lower than that of the channel (`TOOL_TIMEOUT_MS`, `VOICE_TOOL_TIMEOUT_MS`). */
  timeoutMs?: number;
  intents: string[];
  deprecated?: { replacedBy: string; reason: string };
  /** Does a part of what that tool does; where that one replaces deprecated tools, their report counts this one beside it. */
  shortFor?: string;
  /** JSON Schema of the arguments where it was not made from `input`: a server told of it. */
  parameters?: Record<string, unknown>;
  /** Why it cannot be called at this moment, for people: its server is away. */
  away?: () => string | undefined;
  /**
   * Starts what it needs, its server, where that does not run yet; all calls wait for the same start. Undefined where there
   * is nothing to wait for. It never rejects: whether it came up, `away` says.
   */
  start?: () => Promise<void> | undefined;
  /** What its server said of it, before anything was laid over that. */
  told?: { name: string; title?: string; description: string; annotations?: Record<string, unknown> };
  /** `mcp` for a tool that a server told of; `file` when absent. */
  source?: 'file' | 'mcp';
  /** For tier `critical`: whether the words of the message, or the agent that is asked, make it so. */
  trigger?: (messageText: string, agent: string) => boolean;
  /**
   * Calls of tools that name the same lane are made one after the other, in the order in which the model asked for them,
   * also where it asked for several at once.
   */
  lane?: string;
  /** Works on what its conversation holds; a call that belongs to none fails with PRECONDITION_FAILED. */
  needsConversation?: boolean;
  /** What a client that shows more than text is given instead of the result as JSON, such as a picture (MCP). */
  content?: (data: Data) => Content[];
  /** The short form of a large result that a model sees; a program gets all of it. */
  modelView?: (data: Data) => unknown;
  /** What readers of the turn are told of a successful call: an artifact has changed, a drawer opens. */
  tells?: (data: Data) => ToolEvent[];
  /** What the function returns inside a program; the whole `data` when absent. */
  ptcValue?: (data: Data) => unknown;
  /** What `ptcValue` returns, for the function's signature. */
  ptcResult?: z.ZodType;
  /**
   * Does the work and returns `data`.
   *
   * @throws ToolError for everything that a caller can act on.
   */
  execute(input: z.infer<Input>, context: ToolContext): Promise<Data>;
  /**
   * What follows once that which a `write` tool wrote is kept, such as a mail. A replay runs it again, so it uses the
   * idempotency key and writes nothing itself.
   *
   * @returns `data` with what came of it.
   */
  afterwards?(data: Data, input: z.infer<Input>, context: ToolContext): Promise<Data>;
}

/** A tool whose types are no longer known; what the registry keeps. */
export type Tool = ToolSpec<z.ZodObject, unknown> & { channels: ChannelRules[] };

/** Defines a tool. It lends the input schema's type to `execute` and its siblings, and fills in the channels. */
export function defineTool<Input extends z.ZodObject, Data>(spec: ToolSpec<Input, Data>): Tool {
  return { channels: ['chat', 'voice'], ...spec } as unknown as Tool;
}
