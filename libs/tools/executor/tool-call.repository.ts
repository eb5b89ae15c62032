import type { CallerKind } from '#contracts';
import type { OrgTransaction } from '#database';
import { newId } from '#identity';
import { jsonbText } from '#text';
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

/** An audit row by column. The JSON columns are texts. */
export type ToolCallRow = Readonly<Record<string, unknown>>;

const INSERT = `
  INSERT INTO tool_calls (org_id, id, turn_id, conversation_id, step_key, tool, pack, arguments, result,
    whole_result, result_bytes, success, error_class, attempts, cached, duration_ms, channel, caller_kind, caller_user_id,
    caller_key_id, capability, created_at)
  SELECT $1, id, turn_id, conversation_id, step_key, tool, pack, arguments::jsonb, result::jsonb,
    whole_result::jsonb, result_bytes, success, error_class, attempts, cached, duration_ms, channel, caller_kind, caller_user_id,
    caller_key_id, capability, created_at
    FROM jsonb_to_recordset($2::jsonb) AS call(id uuid, turn_id uuid, conversation_id uuid, step_key text, tool text, pack text,
      arguments text, result text, whole_result text, result_bytes int, success boolean, error_class text, attempts int,
      cached boolean, duration_ms float8, channel text, caller_kind text, caller_user_id uuid, caller_key_id uuid, capability text,
      created_at timestamptz, "leaseToken" uuid)
   WHERE call."leaseToken" IS NULL OR call."leaseToken" = (
     SELECT lease_token FROM turns WHERE org_id = $1 AND turns.id = call.turn_id)
   ORDER BY id
  ON CONFLICT DO NOTHING`;

/** The audit row of one call: secrets redacted, arguments and result cut at 64 KiB, a larger result also in full. */
export function toolCallRow({ invocation, caller, registered, outcome }: ToolCallRecord): ToolCallRow {
  const { success, errorClass } = outcome.result;
  const audited = auditResult(outcome.result, outcome.whole);
  return {
    id: newId(caller.clock),
    turn_id: caller.turnId,
    conversation_id: caller.conversationId,
    step_key: invocation.stepKey,
    tool: invocation.tool,
    pack: registered?.pack ?? PLATFORM_PACK,
    arguments: auditJson(invocation.malformed ?? invocation.arguments),
    result: audited.result,
    whole_result: audited.whole,
    result_bytes: outcome.resultBytes,
    success,
    error_class: errorClass,
    attempts: outcome.attempts,
    cached: outcome.cached,
    duration_ms: outcome.durationMs,
    channel: caller.channelName,
    caller_kind: caller.caller.kind satisfies CallerKind,
    caller_user_id: caller.caller.userId,
    caller_key_id: caller.caller.keyId,
    capability: success ? registered?.tool.capability : undefined,
    created_at: caller.clock.now(),
  };
}

/**
 * Stores audit rows in the order of their ids, so that two transactions with the same rows cannot block each other. Storing a
 * row again has no effect. The statement is sent before the function first awaits.
 *
 * @param calls each with the lease of the turn that made it. Nothing is stored for a turn that another worker holds now.
 */
export async function insertToolCalls(
  tx: OrgTransaction,
  calls: readonly (ToolCallRow & { leaseToken?: string })[],
): Promise<void> {
  await tx.execute(INSERT, [jsonbText(calls)]);
}
