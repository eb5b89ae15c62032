import type { CallerKind } from '#contracts';
import { hashOf } from '../cache/canonical-json.ts';
import { preconditionFailed, type Tool, ToolError } from '#pack-kit';
import { toToolError } from './tool-failure.ts';

/** A tool call that waits for a person's approval. */
export interface ApprovalRequest {
  tool: string;
  stepKey: string;
  /** The arguments after preparation and validation. */
  arguments: Record<string, unknown>;
  argumentsHash: string;
  /** Why the call needs an approval, as text for people. */
  reason: string;
}

export type ApprovalDecided = 'approved' | 'refused' | 'expired';

/** The approvals that apply to calls of one caller. The caller of the executor provides it. */
export interface ApprovalGate {
  /** Names of the tools for which the org requires an approval. */
  readonly tools: ReadonlySet<string>;
  /** Why approvals are impossible here, as text for people. A call that needs one then fails with this text. */
  readonly unavailable?: string;
  /** The decision about exactly this call; undefined if there is none yet. */
  decided(
    stepKey: string,
    argumentsHash: string,
  ): { decision: ApprovalDecided; comment: string | null } | undefined;
}

/** The call waits for an approval and has not run. The caller suspends its work. */
export class ApprovalNeededError extends Error {
  constructor(readonly request: ApprovalRequest) {
    super(`${request.tool} waits for an approval: ${request.reason}`);
    this.name = 'ApprovalNeededError';
  }
}

/** The tool's own approval rule. An error in the rule fails the call, so that nothing runs without the approval. */
function ownRule(tool: Tool, input: Record<string, unknown>, kind: CallerKind): string | undefined {
  try {
    return tool.approval?.(input, { kind });
  } catch (error) {
    throw toToolError(tool.name, error);
  }
}

/** Why the call needs an approval; undefined if it needs none. */
function whyApproval(
  tool: Tool,
  input: Record<string, unknown>,
  { gate, kind }: { gate: ApprovalGate; kind: CallerKind },
): string | undefined {
  const own = ownRule(tool, input, kind);
  if (own) return own;
  // Reading needs no approval.
  if (tool.sideEffect === 'none' || !gate.tools.has(tool.name)) return undefined;
  return `The organisation wants a person to agree before ${tool.name} runs.`;
}

/**
 * Returns if the call needs no approval or has one.
 *
 * @throws ApprovalNeededError if there is no decision yet; ToolError FORBIDDEN if it was refused or has expired, and
 *   PRECONDITION_FAILED where approvals are impossible.
 */
export function checkApproval(
  tool: Tool,
  call: { stepKey: string; input: Record<string, unknown> },
  by: { gate: ApprovalGate; kind: CallerKind },
): void {
  const reason = whyApproval(tool, call.input, by);
  if (reason === undefined) return;
  const argumentsHash = hashOf(call.input);
  const known = by.gate.decided(call.stepKey, argumentsHash);
  if (known?.decision === 'approved') return;
  if (!known && by.gate.unavailable !== undefined)
    throw preconditionFailed(`${reason} ${by.gate.unavailable}`, 'approval');
  if (!known)
    throw new ApprovalNeededError({
      tool: tool.name,
      stepKey: call.stepKey,
      arguments: call.input,
      argumentsHash,
      reason,
    });
  const why = known.decision === 'expired' ? 'nobody agreed to it in time' : 'a person refused it';
  const comment = known.comment ? ` They said: ${known.comment}` : '';
  throw new ToolError('FORBIDDEN', `${tool.name} was not run: ${why}.${comment}`, {
    approval: known.decision,
  });
}
