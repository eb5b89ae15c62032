import type { RegisteredTool, ToolRegistry } from '../registry.ts';
import { switchedOff } from '../scoping.ts';
import { ToolError } from '../tool.errors.ts';
import { checkApproval } from './approval.ts';
import { prepareArguments } from './prepare-arguments.ts';
import type { ToolCaller, ToolInvocation } from './tool-executor.ts';

/** A call that may be made, with its arguments as the tool takes them. */
export interface CheckedCall {
  usable: RegisteredTool;
  input: Record<string, unknown>;
  /** Arguments that the tool does not know. */
  dropped: string[];
}

/**
 * Whether the call may be made now.
 *
 * @throws ToolError where not, and ApprovalNeededError where a person must agree first.
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
  // What has been switched off since the turn began is not run either.
  const now = registry.effective(caller.org.id).tool(invocation.tool);
  const off = now && switchedOff(now);
  if (off) throw new ToolError('FORBIDDEN', `${invocation.tool} cannot be used here: ${off}.`);
  // Its server may have gone since the turn was told of it, or have come back since.
  const away = registered.tool.away?.();
  if (away) throw new ToolError('UPSTREAM_UNAVAILABLE', `${invocation.tool} cannot be called now: ${away}.`);
  if (caller.scope.usable.some((entry) => entry.registered.tool.name === invocation.tool)) return registered;
  const excluded = caller.scope.excluded.find((entry) => entry.tool === invocation.tool);
  const reason = excluded?.reason ?? 'the agent does not have it';
  throw new ToolError('FORBIDDEN', `${invocation.tool} cannot be used here: ${reason}.`);
}

function checkConversation({ tool }: RegisteredTool, { conversationId }: ToolCaller): void {
  if (!tool.needsConversation || conversationId !== undefined) return;
  throw new ToolError(
    'PRECONDITION_FAILED',
    `${tool.name} works within a conversation, and this call belongs to none.`,
    { missing: ['conversation'] },
  );
}
