import type { RegisteredTool } from '../registered-tool.ts';
import type { ToolRegistry } from '../registry.ts';
import { switchedOff, type Scope } from '../scoping.ts';
import { ToolError } from '#pack-kit';
import { checkApproval } from './approval.ts';
import { prepareArguments } from './prepare-arguments.ts';
import type { ToolCaller, ToolInvocation } from './tool-invocation.ts';
import { awayError } from './wait-for-start.ts';

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
  const reason = outOfScope(caller.scope, invocation.tool);
  if (reason) throw new ToolError('FORBIDDEN', `${invocation.tool} cannot be used here: ${reason}.`);
  // Its server may have gone since the turn was told of it, or have come back since.
  const away = registered.tool.away?.();
  if (away !== undefined) throw awayError(invocation.tool, away);
  return registered;
}

/** Why it cannot be used, whether its server is away or not; undefined where it can. */
function outOfScope({ usable, excluded }: Scope, tool: string): string | undefined {
  if (usable.some(({ registered }) => registered.tool.name === tool)) return undefined;
  const refused = excluded.find((entry) => entry.tool === tool);
  if (!refused) return 'the agent does not have it';
  return refused.away ? refused.away.besides : refused.reason;
}

function checkConversation({ tool }: RegisteredTool, { conversationId }: ToolCaller): void {
  if (!tool.needsConversation || conversationId !== undefined) return;
  throw new ToolError(
    'PRECONDITION_FAILED',
    `${tool.name} works within a conversation, and this call belongs to none.`,
    { missing: ['conversation'] },
  );
}
