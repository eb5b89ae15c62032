import type { OrgSettings } from '#identity';
import type { ApprovalGate } from '#tools';
import { approvalTools } from '../approvals/approval-gate.ts';

/** The gate of calls that no turn asks for: nothing could be parked until a person has answered. */
export function approvalsNeedATurn(settings: OrgSettings): ApprovalGate {
  return {
    tools: approvalTools(settings),
    unavailable:
      'Approvals need a turn, which waits for them, and this call belongs to none: send a message to the agent instead.',
    decided: () => undefined,
  };
}
