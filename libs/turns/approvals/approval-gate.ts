import { nameList, type Org, type OrgSettings } from '#identity';
import type { ApprovalGate } from '#tools';
import type { ClaimedTurn } from '../run/claim.repository.ts';
import type { TurnPorts } from '../pipeline/turn-context.ts';

/** Names that were warned of, so that each is once in a process and not with every turn. */
const warned = new Set<string>();
const MAX_WARNED = 10_000;

/**
 * Names in `TOOL_APPROVALS` that no tool has: a call that somebody meant to hold back runs. A warning of each goes to the
 * log once per org.
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
      'TOOL_APPROVALS names a tool that does not exist: it holds nothing back',
    );
  }
  return unknown;
}

/** What the org put behind an approval (`TOOL_APPROVALS`: names of tools), and what was decided about this turn's calls. */
export function approvalGate(turn: ClaimedTurn, settings: OrgSettings): ApprovalGate {
  return {
    tools: approvalTools(settings),
    decided: (stepKey, argumentsHash) =>
      turn.approvals.find((known) => known.stepKey === stepKey && known.argumentsHash === argumentsHash),
  };
}

/** Names of tools that the org's setting `TOOL_APPROVALS` puts behind an approval. */
export function approvalTools(settings: OrgSettings): ReadonlySet<string> {
  return new Set(nameList(settings, 'TOOL_APPROVALS'));
}
