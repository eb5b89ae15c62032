import type { CallerKind } from '#contracts';
import { hashOf } from '../cache/canonical-json.ts';
import { type Tool, ToolError } from '#pack-kit';
import { toToolError } from './tool-failure.ts';

/** A call that a person is to agree to. */
export interface ApprovalRequest {
  tool: string;
  stepKey: string;
  /** Prepared and validated. */
  arguments: Record<string, unknown>;
  argumentsHash: string;
  /** Why a person is asked, for people. */
  reason: string;
}

export type ApprovalDecided = 'approved' | 'refused' | 'expired';

/** Whether a call needs a person, and what was decided; whoever makes calls provides it. */
export interface ApprovalGate {
  /** Names of tools that the org put behind an approval. */
  readonly tools: ReadonlySet<string>;
  /** Why nobody can be asked here, for people; a call that needs a person then fails with it. */
  readonly unavailable?: string;
  /** What was decided about exactly this call; undefined when nobody was asked, or has answered. */
  decided(
    stepKey: string,
    argumentsHash: string,
  ): { decision: ApprovalDecided; comment: string | null } | undefined;
}

/** Nothing has run: the call waits for a person. Whoever asked for it parks its work. */
export class ApprovalNeededError extends Error {
  constructor(readonly request: ApprovalRequest) {
    super(`${request.tool} waits for an approval: ${request.reason}`);
    this.name = 'ApprovalNeededError';
  }
}

/** A rule that breaks is a failure of its tool, like the tool itself: nothing runs that it would have held back. */
function ownRule(tool: Tool, input: Record<string, unknown>, kind: CallerKind): string | undefined {
  try {
    return tool.approval?.(input, { kind });
  } catch (error) {
    throw toToolError(tool.name, error);
  }
}

/** Why a person must agree to the call; undefined when nobody needs to. */
function whyApproval(
  tool: Tool,
  input: Record<string, unknown>,
  { gate, kind }: { gate: ApprovalGate; kind: CallerKind },
): string | undefined {
  const own = ownRule(tool, input, kind);
  if (own) return own;
  // A call that only reads has nothing to be agreed to.
  if (tool.sideEffect === 'none' || !gate.tools.has(tool.name)) return undefined;
  return `The organisation wants a person to agree before ${tool.name} runs.`;
}

/**
 * Lets the call through, or not.
 *
 * @throws ApprovalNeededError when nobody has decided; ToolError FORBIDDEN when the answer was no, or none came in time,
 *   and PRECONDITION_FAILED where nobody can be asked.
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
    throw new ToolError('PRECONDITION_FAILED', `${reason} ${by.gate.unavailable}`, { missing: ['approval'] });
  if (!known)
    throw new ApprovalNeededError({
      tool: tool.name,
      stepKey: call.stepKey,
      arguments: call.input,
      argumentsHash,
      reason,
    });
  const why = known.decision === 'expired' ? 'nobody agreed to it in time' : 'a person refused it';
  const said = known.comment ? ` They said: ${known.comment}` : '';
  throw new ToolError('FORBIDDEN', `${tool.name} was not run: ${why}.${said}`, { approval: known.decision });
}
