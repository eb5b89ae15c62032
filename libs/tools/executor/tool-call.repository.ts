import type { CallerKind } from '#contracts';
import { jsonbText, type OrgTransaction } from '#database';
import { newId } from '#identity';
import { redact } from '#telemetry';
import { PLATFORM_PACK, type RegisteredTool } from '../registry.ts';
import type { ToolCaller, ToolInvocation } from './tool-executor.ts';
import type { ToolOutcome } from './tool-outcome.ts';

/** Arguments and results in an audit row are kept whole up to this size, so that the console can show what was cut. */
const MAX_AUDIT_BYTES = 1024 * 1024;

export interface ToolCallRecord {
  invocation: ToolInvocation;
  caller: ToolCaller;
  /** Undefined where there is no tool of that name. */
  registered: RegisteredTool | undefined;
  outcome: ToolOutcome;
  /** The result before it was cut to size. */
  whole: unknown;
}

/** Writes the audit row of one call: secrets redacted, arguments and result cut at a set size. */
export async function insertToolCall(tx: OrgTransaction, record: ToolCallRecord): Promise<void> {
  const { invocation, caller, outcome } = record;
  const { success, errorClass } = outcome.result;
  await tx.execute(
    `INSERT INTO tool_calls (org_id, id, turn_id, conversation_id, step_key, tool, pack, arguments, result, success,
       error_class, attempts, duration_ms, channel, caller_kind, caller_user_id, capability, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      newId(caller.clock),
      caller.turnId ?? null,
      caller.conversationId ?? null,
      invocation.stepKey ?? null,
      invocation.tool,
      record.registered?.pack ?? PLATFORM_PACK,
      auditJson(invocation.malformed ?? invocation.arguments),
      auditJson(success ? { ...outcome.result, data: record.whole } : outcome.result),
      success,
      errorClass ?? null,
      outcome.attempts,
      outcome.durationMs,
      caller.channelName,
      caller.caller.kind satisfies CallerKind,
      caller.caller.userId ?? null,
      success ? (record.registered?.tool.capability ?? null) : null,
      caller.clock.now(),
    ],
  );
}

function auditJson(value: unknown): string {
  const json = jsonbText(redact(value));
  if (Buffer.byteLength(json) <= MAX_AUDIT_BYTES) return json;
  return jsonbText({ cut: true, bytes: Buffer.byteLength(json), start: json.slice(0, MAX_AUDIT_BYTES / 2) });
}
