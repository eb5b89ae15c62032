import type { CallerKind } from '#contracts';
import type { RegisteredAgent, RegisteredTool } from './registry.ts';
import type { ToolRole, ToolTier } from './tool.ts';
import type { ChannelRules } from './tool-context.ts';

/** The layers in their order; the first that says no decides. */
export const scopeLayers = ['org_pack', 'org_disabled', 'channel', 'role'] as const;
export type ScopeLayer = (typeof scopeLayers)[number];

export interface ScopeRequest {
  agent: RegisteredAgent;
  orgPacks: readonly string[];
  /** Tools that the org has switched off. */
  disabledTools: ReadonlySet<string>;
  channel: ChannelRules;
  caller: CallerKind;
}

export interface ScopedTool {
  registered: RegisteredTool;
  tier: ToolTier;
}

export interface Scope {
  usable: ScopedTool[];
  /** Why each other tool of the agent cannot be used in this turn. */
  excluded: { tool: string; layer: ScopeLayer; reason: string }[];
}

/** Which of the agent's tools a turn may use at all. The outcome of each layer stands on the turn's trace. */
export function scopeTools(request: ScopeRequest): Scope {
  const scope: Scope = { usable: [], excluded: [] };
  for (const { registered, tier } of request.agent.tools) {
    const refusal = refuse(registered, request);
    if (refusal) scope.excluded.push({ tool: registered.tool.name, ...refusal });
    else scope.usable.push({ registered, tier });
  }
  return scope;
}

const callersOf: Record<ToolRole, readonly CallerKind[]> = {
  any: ['contact', 'staff', 'admin'],
  staff: ['staff', 'admin'],
  admin: ['admin'],
};

function refuse(
  { tool }: RegisteredTool,
  request: ScopeRequest,
): { layer: ScopeLayer; reason: string } | undefined {
  if (!request.orgPacks.includes(request.agent.pack)) {
    return { layer: 'org_pack', reason: `the org does not have the pack ${request.agent.pack}` };
  }
  if (request.disabledTools.has(tool.name))
    return { layer: 'org_disabled', reason: 'the org has switched it off' };
  if (!tool.channels.includes(request.channel)) {
    return { layer: 'channel', reason: `it is not allowed on ${request.channel}` };
  }
  if (!callersOf[tool.role].includes(request.caller)) {
    return { layer: 'role', reason: `it needs the role ${tool.role}, the caller is ${request.caller}` };
  }
  return undefined;
}
