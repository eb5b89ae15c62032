import type { CallerKind } from '#contracts';
import type { OrgTransaction } from '#database';
import { newId } from '#identity';
import { PLATFORM_PACK, type RegisteredTool } from '../registered-tool.ts';
import { auditJson, auditResult } from './audit-json.ts';
import type { ToolCaller, ToolInvocation } from './tool-invocation.ts';
import type { ToolOutcome } from './tool-outcome.ts';

export interface ToolCallRecord {
  invocation: ToolInvocation;
  caller: ToolCaller;
  /** Undefined if no tool has this name. */
  registered: RegisteredTool | undefined;
  outcome: ToolOutcome;
}

/** The values of an audit row, in the order of the columns. */
export type ToolCallRow = readonly unknown[];

/** The audit row of one call: secrets redacted, arguments and result cut at 64 KiB, a larger result also in full. */
export function toolCallRow({ invocation, caller, registered, outcome }: ToolCallRecord): ToolCallRow {
  const { success, errorClass } = outcome.result;
  const audited = auditResult(outcome.result, outcome.whole);
  return [
    newId(caller.clock),
    caller.turnId ?? null,
    caller.conversationId ?? null,
    invocation.stepKey ?? null,
    invocation.tool,
    registered?.pack ?? PLATFORM_PACK,
    auditJson(invocation.malformed ?? invocation.arguments),
    audited.result,
    audited.whole,
    outcome.resultBytes,
    success,
    errorClass ?? null,
    outcome.attempts,
    outcome.cached,
    outcome.durationMs,
    caller.channelName,
    caller.caller.kind satisfies CallerKind,
    caller.caller.userId ?? null,
    caller.caller.keyId ?? null,
    success ? (registered?.tool.capability ?? null) : null,
    caller.clock.now(),
  ];
}

/**
 * Stores an audit row. Storing the same row again has no effect. The statement is sent before the function first awaits.
 *
 * @param lease lease of the turn that made the call. Nothing is stored if another worker holds the turn now.
 */
export async function insertToolCall(
  tx: OrgTransaction,
  row: ToolCallRow,
  lease: { turnId: string; leaseToken: string } | undefined,
): Promise<void> {
  await tx.execute(
    `INSERT INTO tool_calls (org_id, id, turn_id, conversation_id, step_key, tool, pack, arguments, result,
       whole_result, result_bytes, success, error_class, attempts, cached, duration_ms, channel, caller_kind, caller_user_id, caller_key_id, capability, created_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22
      WHERE $23::uuid IS NULL OR EXISTS (
        SELECT 1 FROM turns WHERE org_id = $1 AND id = $23 AND lease_token = $24)
     ON CONFLICT DO NOTHING`,
    [...row, lease?.turnId ?? null, lease?.leaseToken ?? null],
  );
}
