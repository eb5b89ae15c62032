import { nameList, type OrgSettings } from '#identity';
import type { ApprovalGate } from '#tools';
import type { ClaimedTurn } from '../../claim.repository.ts';

/** What the org put behind an approval (`TOOL_APPROVALS`: names of tools), and what was decided about this turn's calls. */
export function approvalGate(turn: ClaimedTurn, settings: OrgSettings): ApprovalGate {
  return {
    tools: new Set(nameList(settings, 'TOOL_APPROVALS')),
    decided: (stepKey, argumentsHash) =>
      turn.approvals.find((known) => known.stepKey === stepKey && known.argumentsHash === argumentsHash),
  };
}
