import { nameList, type OrgSettings } from '#identity';
import type { ApprovalGate } from '#tools';
import type { ClaimedTurn } from '../../claim.repository.ts';

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
