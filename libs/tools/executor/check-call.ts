import type { RegisteredTool } from '../registered-tool.ts';
import type { ToolRegistry } from '../registry.ts';
import { switchedOff, type Scope } from '../scoping.ts';
import { preconditionFailed, ToolError } from '#pack-kit';
import { checkApproval } from './approval.ts';
import { prepareArguments } from './prepare-arguments.ts';
import type { ToolCaller, ToolInvocation } from './tool-invocation.ts';
import { awayError } from './wait-for-start.ts';

export interface CheckedCall {
  usable: RegisteredTool;
  input: Record<string, unknown>;
  /** Unknown arguments, which were removed. */
  dropped: string[];
}

/**
 * Checks that the call may run now: scope, arguments, conversation and approval.
 *
 * @throws ToolError if it may not, and ApprovalNeededError if it needs an approval first.
 */
export function checkCall(
  registry: ToolRegistry,
  registered: RegisteredTool | undefined,
  invocation: ToolInvocation,
  caller: ToolCaller,
): CheckedCall {
  const usable = checkScope(registry, registered, invocation, caller);
  if (invocation.malformed !== undefined) {
    throw new ToolError(
      'VALIDATION_FAILED',
      `The arguments of ${invocation.tool} are not valid JSON. Send one JSON object.`,
    );
  }
  const { input, dropped } = prepareArguments(usable, invocation.arguments);
  checkConversation(usable, caller);
  if (caller.approvals) {
    const by = { gate: caller.approvals, kind: caller.caller.kind };
    checkApproval(usable.tool, { stepKey: invocation.stepKey ?? invocation.idempotencyKey, input }, by);
  }
  return { usable, input, dropped };
}

function checkScope(
  registry: ToolRegistry,
  registered: RegisteredTool | undefined,
  invocation: ToolInvocation,
  caller: ToolCaller,
): RegisteredTool {
  if (!registered) throw new ToolError('NOT_FOUND', `There is no tool named ${invocation.tool}.`);
  // The tool may have been switched off since the turn began.
  const now = registry.effective(caller.org.id).tool(invocation.tool);
  const off = now && switchedOff(now);
  if (off) throw new ToolError('FORBIDDEN', `${invocation.tool} cannot be used here: ${off}.`);
  const reason = outOfScope(caller.scope, invocation.tool);
  if (reason) throw new ToolError('FORBIDDEN', `${invocation.tool} cannot be used here: ${reason}.`);
  // The scope is older than the call: the tool's server may have disconnected or reconnected since.
  const away = registered.tool.away?.();
  if (away !== undefined) throw awayError(invocation.tool, away);
  return registered;
}

/** Why the tool is out of scope, ignoring the state of its server; undefined if it is in scope. */
function outOfScope({ usable, excluded }: Scope, tool: string): string | undefined {
  if (usable.some(({ registered }) => registered.tool.name === tool)) return undefined;
  const refused = excluded.find((entry) => entry.tool === tool);
  if (!refused) return 'the agent does not have it';
  return refused.away ? refused.away.besides : refused.reason;
}

function checkConversation({ tool }: RegisteredTool, { conversationId }: ToolCaller): void {
  if (!tool.needsConversation || conversationId !== undefined) return;
  throw preconditionFailed(
    `${tool.name} works within a conversation, and this call belongs to none.`,
    'conversation',
  );
}
