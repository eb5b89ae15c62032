import { nameList, type Org, type OrgSettings } from '#identity';
import type { ApprovalGate } from '#tools';
import type { TurnPorts } from '../pipeline/turn-context.ts';
import type { EarlierRuns } from '../run/claimed-turn.ts';

/** Names that were logged already, so that a process warns about each once and not in every turn. */
const warned = new Set<string>();
const MAX_WARNED = 10_000;

/**
 * Names in `TOOL_APPROVALS` that no tool has. Calls that should wait for approval then run without it. Each name is logged as a
 * warning once per org.
 */
export function unknownApprovals(
  ports: Pick<TurnPorts, 'registry' | 'logger'>,
  org: Org,
  settings: OrgSettings,
): string[] {
  const registry = ports.registry.effective(org.id);
  const unknown = nameList(settings, 'TOOL_APPROVALS').filter((name) => !registry.tool(name));
  for (const name of unknown) {
    const key = `${org.id}/${name}`;
    if (warned.has(key)) continue;
    if (warned.size >= MAX_WARNED) warned.clear();
    warned.add(key);
    ports.logger.warn(
      { orgId: org.id, tool: name },
      'TOOL_APPROVALS names a tool that does not exist; the entry has no effect',
    );
  }
  return unknown;
}

/** The gate of a turn: the tools that the org put behind an approval, and the decisions about this turn's calls. */
export function approvalGate(
  { approvals }: Pick<EarlierRuns, 'approvals'>,
  settings: OrgSettings,
): ApprovalGate {
  return {
    tools: approvalTools(settings),
    decided: (stepKey, argumentsHash) =>
      approvals.find((known) => known.stepKey === stepKey && known.argumentsHash === argumentsHash),
  };
}

/** The gate of calls outside of turns, which nothing can park until a person has decided. */
export function gateWithoutTurn(settings: OrgSettings): ApprovalGate {
  return {
    tools: approvalTools(settings),
    unavailable:
      'Approvals need a turn that waits for them, and this call belongs to none. Send a message to the agent instead.',
    decided: () => undefined,
  };
}

/** The tools that the org's setting `TOOL_APPROVALS` puts behind an approval. */
export function approvalTools(settings: OrgSettings): ReadonlySet<string> {
  return new Set(nameList(settings, 'TOOL_APPROVALS'));
}
