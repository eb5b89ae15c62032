import type { ToolResult } from '#contracts';
import { jsonbText } from '#text';
import { redact } from '#telemetry';
import { cutToSize } from './result-size.ts';

/** Maximum size of arguments and of the result in an audit row. */
const MAX_AUDIT_BYTES = 64 * 1024;
/** Maximum size of the full result, which is stored beside a cut one. */
const MAX_WHOLE_BYTES = 8 * 1024 * 1024;
/** Maximum number of objects and lists that are redacted in a full result. */
const MAX_WHOLE_PARTS = 2_000_000;
/** Reserve for the fields of a result other than `data`. */
const FRAME_BYTES = 1_024;

/** JSON text of `value` for an audit row: secrets redacted, cut at 64 KiB. */
export function auditJson(value: unknown): string {
  return cutText(jsonbText(redact(value)), MAX_AUDIT_BYTES);
}

/** A result for an audit row, as JSON texts without secrets. */
export interface AuditedResult {
  result: string;
  /** The full result; null if `result` is not cut. */
  whole: string | null;
}

/**
 * Converts a result for an audit row.
 *
 * @param data the full data of the result, before it was cut for the caller.
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

/** Replaces JSON that is too large by an object with its first characters. */
function cutText(json: string, maxBytes: number): string {
  const bytes = Buffer.byteLength(json);
  if (bytes <= maxBytes) return json;
  // Quotation marks are escaped with a second character when JSON is embedded as a string.
  const start = Buffer.from(json)
    .subarray(0, maxBytes / 2 - FRAME_BYTES)
    .toString();
  return jsonbText({ cut: true, bytes, start });
}
