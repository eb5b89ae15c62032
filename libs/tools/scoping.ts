import { wordList, type CallerKind } from '#contracts';
import type { EffectiveAgent, EffectiveRegistry, EffectiveTool } from './overrides/effective-registry.ts';
import { PLATFORM_PACK } from './registered-tool.ts';
import { roleIncludes } from './roles.ts';
import type { ChannelRules, Dataset, ToolTier } from '#pack-kit';

/** The layers in order. The first layer that refuses a tool decides. */
export const scopeLayers = wordList('platform org_pack org_enabled agent channel role conversation');
export type ScopeLayer = (typeof scopeLayers)[number];

export interface ConversationTools {
  /** The only tools that may be used; null allows every tool. */
  allowed: readonly string[] | null;
  denied: readonly string[];
}

export const everyTool: ConversationTools = { allowed: null, denied: [] };

export interface AgentRef {
  pack: string;
  name: string;
}

export interface ScopeRequest {
  /** The org's view of the registry. */
  registry: EffectiveRegistry;
  /** The agent of the turn. A call from outside a turn passes several agents and may use the tools of all of them. */
  agent: AgentRef | readonly AgentRef[];
  orgPacks: readonly string[];
  /** Tools in the org's setting `TOOLS_DISABLED`. */
  disabledTools: ReadonlySet<string>;
  channel: ChannelRules;
  caller: CallerKind;
  conversation: ConversationTools;
}

export interface ScopedTool {
  registered: EffectiveTool;
  tier: ToolTier;
}

export interface ExcludedTool {
  tool: string;
  layer: ScopeLayer;
  reason: string;
  /** Present if the tool is excluded because its server is away; `besides` is a second reason that would exclude it. */
  away?: { besides?: string };
}

export interface Scope {
  usable: ScopedTool[];
  /** Why each other tool of the registry cannot be used in this turn. */
  excluded: ExcludedTool[];
}

/** The decision of one layer about one tool. */
export interface LayerOutcome {
  layer: ScopeLayer;
  passes: boolean;
  /** The reason of a refusal. */
  reason?: string;
}

/** Determines which tools a turn may use. The turn's trace records the outcome of each layer. */
export function scopeTools(request: ScopeRequest): Scope {
  const facts = factsOf(request);
  const scope: Scope = { usable: [], excluded: [] };
  const usable = new Set<string>();
  for (const entry of request.registry.tools) {
    const { name } = entry.tool;
    const refusal = firstRefusal(entry, facts);
    if (refusal) scope.excluded.push({ tool: name, ...refusal });
    else usable.add(name);
  }
  scope.usable = facts.listed.filter(({ registered }) => usable.has(registered.tool.name));
  return scope;
}

/**
 * Explains why the tool can or cannot be used: the decision of each layer, in order. Evaluates all layers, also after a
 * refusal, so that an admin sees every reason at once.
 *
 * @returns undefined if the tool does not exist.
 */
export function explainScope(request: ScopeRequest, tool: string): LayerOutcome[] | undefined {
  const entry = request.registry.tool(tool);
  if (!entry) return undefined;
  const facts = factsOf(request);
  return scopeLayers.map((layer) => {
    const reason = layers[layer](entry, facts);
    return reason === undefined ? { layer, passes: true } : { layer, passes: false, reason };
  });
}

/** The reason why no turn of the org may use the tool now; undefined if it is switched on. */
export function switchedOff(entry: EffectiveTool): string | undefined {
  if (entry.off.platform) return 'the platform has switched it off';
  if (entry.held) return 'its definition has changed and waits for an admin’s approval';
  return entry.off.org ? 'the org has switched it off' : undefined;
}

interface ScopeFacts extends ScopeRequest {
  /** The agents as text for error messages. */
  agentNames: string;
  agentPacks: readonly string[];
  /** The tools of the agents, each once: the entry of the first agent that has it. */
  listed: EffectiveAgent['tools'];
  names: ReadonlySet<string>;
  /** The datasets of the agents' packs. */
  datasets: readonly Dataset[];
}

function factsOf(request: ScopeRequest): ScopeFacts {
  const agents: readonly AgentRef[] = 'name' in request.agent ? [request.agent] : request.agent;
  const known = agents.flatMap(({ pack, name }) => request.registry.agent(pack, name) ?? []);
  const tools = known
    .flatMap((agent) => agent.tools)
    .filter(({ only }) => only === undefined || only === request.channel);
  const byName = new Map(tools.toReversed().map((entry) => [entry.registered.tool.name, entry]));
  const [only] = agents;
  return {
    ...request,
    agentNames: agents.length === 1 && only ? `the agent ${only.pack}/${only.name}` : 'any agent of the org',
    agentPacks: [...new Set(agents.map(({ pack }) => pack))],
    listed: tools.filter((entry) => byName.get(entry.registered.tool.name) === entry),
    names: new Set(byName.keys()),
    datasets: known.flatMap((agent) => agent.datasets),
  };
}

function firstRefusal(entry: EffectiveTool, facts: ScopeFacts): Omit<ExcludedTool, 'tool'> | undefined {
  const first = nextRefusal(entry, facts, scopeLayers);
  if (first?.layer !== 'platform' || isOff(entry)) return first;
  return { ...first, away: { besides: nextRefusal(entry, facts, scopeLayers.slice(1))?.reason } };
}

function nextRefusal(entry: EffectiveTool, facts: ScopeFacts, among: readonly ScopeLayer[]) {
  for (const layer of among) {
    const reason = layers[layer](entry, facts);
    if (reason !== undefined) return { layer, reason };
  }
  return undefined;
}

/** True if the tool is switched off or held, regardless of the state of its server. */
function isOff(entry: EffectiveTool): boolean {
  return entry.off.platform || entry.held;
}

/** The check of each layer. Returns the reason of a refusal, or undefined. */
const layers: Record<ScopeLayer, (entry: EffectiveTool, facts: ScopeFacts) => string | undefined> = {
  platform: (entry) => (isOff(entry) ? switchedOff(entry) : undefined) ?? entry.tool.away?.(),
  org_pack: ({ pack }, { orgPacks, agentPacks }) => {
    const needed = pack === PLATFORM_PACK ? agentPacks : [pack];
    return needed.some((name) => orgPacks.includes(name))
      ? undefined
      : `the org does not have the pack ${needed.join(', ')}`;
  },
  org_enabled: (entry, { disabledTools }) => {
    if (disabledTools.has(entry.tool.name)) return 'the org’s setting TOOLS_DISABLED names it';
    return entry.off.org ? 'the org has switched it off' : undefined;
  },
  agent: ({ tool }, { names, agentNames }) =>
    names.has(tool.name) ? undefined : `${agentNames} does not have it`,
  channel: ({ tool }, { channel }) =>
    tool.channels.includes(channel) ? undefined : `it is not allowed on ${channel}`,
  role: ({ tool }, { caller, datasets }) =>
    roleIncludes(tool.role, caller)
      ? tool.uselessTo?.({ kind: caller, datasets })
      : `it needs the role ${tool.role}, the caller is ${caller}`,
  conversation: ({ tool }, { conversation: { allowed, denied } }) => {
    if (denied.includes(tool.name)) return 'the conversation’s own list denies it';
    return allowed && !allowed.includes(tool.name)
      ? 'the conversation’s own list does not allow it'
      : undefined;
  },
};
