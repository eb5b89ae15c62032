import type { ToolResult } from '#contracts';
import { jsonbText } from '#text';
import { redact } from '#telemetry';
import { cutToSize } from './result-size.ts';

/** Arguments and results stand in an audit row up to this size. */
const MAX_AUDIT_BYTES = 64 * 1024;
/** A larger result is kept whole beside it up to this size. */
const MAX_WHOLE_BYTES = 8 * 1024 * 1024;
/** Objects and lists that a result of that size may have. */
const MAX_WHOLE_PARTS = 2_000_000;
/** For what stands around the data of a result. */
const FRAME_BYTES = 1_024;

/** JSON text of `value` for an audit row: secrets redacted, cut at a set size. */
export function auditJson(value: unknown): string {
  return cutText(jsonbText(redact(value)), MAX_AUDIT_BYTES);
}

/** A result as an audit row keeps it: JSON texts without secrets. */
export interface AuditedResult {
  result: string;
  /** Null where `result` is all there is. */
  whole: string | null;
}

/**
 * A result for an audit row.
 *
 * @param data of the result before it was cut for its caller.
 */
export function auditResult(result: ToolResult, data: unknown): AuditedResult {
  const redacted = redact({ ...result, data }, MAX_WHOLE_PARTS) as ToolResult;
  const whole = jsonbText(redacted);
  if (Buffer.byteLength(whole) <= MAX_AUDIT_BYTES) return { result: whole, whole: null };
  const { data: first, truncated } = cutToSize(redacted.data, MAX_AUDIT_BYTES - FRAME_BYTES);
  const cut = { ...redacted, data: first, truncated };
  return {
    result: cutText(jsonbText({ ...cut, error: redacted.error?.slice(0, FRAME_BYTES / 4) }), MAX_AUDIT_BYTES),
    whole: cutText(whole, MAX_WHOLE_BYTES),
  };
}

/** JSON that is too large is kept as its first characters. */
function cutText(json: string, maxBytes: number): string {
  const bytes = Buffer.byteLength(json);
  if (bytes <= maxBytes) return json;
  // As a text within JSON its quotation marks take two characters.
  const start = Buffer.from(json)
    .subarray(0, maxBytes / 2 - FRAME_BYTES)
    .toString();
  return jsonbText({ cut: true, bytes, start });
}
