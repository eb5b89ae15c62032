import { cutText, type CallerKind, type ToolResult } from '#contracts';
import type { ToolEvent, ToolError } from '#pack-kit';
import type { RegisteredTool } from '../registered-tool.ts';
import type { CachedAttempt } from '../cache/cached-calls.ts';
import type { Effect } from './effect-ledger.repository.ts';
import { effectStateAfter, UNKNOWN_OUTCOME, type EndedEffect } from './effect-outcome.ts';
import { cutToSize, MAX_RESULT_BYTES } from './result-size.ts';
import { withLocalTimes } from './local-times.ts';
import { failureForCaller } from './failure-text.ts';
import { defect } from './tool-failure.ts';

/** Maximum size of the data of a successful result, without the fields around it. */
const MAX_DATA_BYTES = MAX_RESULT_BYTES - Buffer.byteLength('{"success":true,"data":}');
/** Error messages are cut at this length, because a server or service may answer with a whole page. */
const MAX_MESSAGE_CHARACTERS = 4_000;

/** Added to the data of a failure with unknown outcome. */
const UNKNOWN = { outcome: 'unknown' };

export interface ToolOutcome {
  result: ToolResult;
  /** The result for the model and for programs. Failures for contacts omit details that are for staff only. */
  modelResult: ToolResult;
  /** The full data of the result, before it was cut, for programs and the audit row. */
  whole?: unknown;
  /** Size of the returned data as JSON, before it was cut; 0 for a failure. */
  resultBytes: number;
  /** Text for the model: the tool's short view of the result if it has one, else {@link modelResult}. */
  modelText: string;
  /** Events for the stream subscribers of the turn. */
  events: ToolEvent[];
  /** Number of runs of the tool; 0 if the result existed already. */
  attempts: number;
  cached: boolean;
  durationMs: number;
}

/** The result of the attempts, with the ledger row that they opened. */
export interface Effected extends CachedAttempt {
  begun?: Effect;
  /** Present if the caller disconnected during the call. The reason is thrown after the call is recorded. */
  gone?: { reason: unknown };
}

/** The outcome for caller and model. Never throws, whatever the tool returned. */
export function toOutcome(
  registered: RegisteredTool | undefined,
  attempted: Effected,
  { durationMs, callerKind, timezone }: { durationMs: number; callerKind: CallerKind; timezone: string },
): ToolOutcome {
  const { attempts, cached = false } = attempted;
  try {
    if (!attempted.error)
      return { ...successOf(registered, attempted.data, timezone), attempts, cached, durationMs };
  } catch (error) {
    // The result is not JSON, or the tool's short view cannot read it.
    attempted.error = defect(registered?.tool.name ?? 'The tool', error);
    attempted.data = undefined;
  }
  const failed = failureOf(attempted, attempted.error, timezone);
  const modelResult = sizedFailure(failureForCaller(failed, callerKind));
  return {
    result: sizedFailure(failed),
    modelResult,
    whole: failed.data,
    resultBytes: 0,
    modelText: JSON.stringify(modelResult),
    events: [],
    attempts,
    cached,
    durationMs,
  };
}

function failureOf(
  attempted: Effected,
  { message: full, errorClass, help: raw }: ToolError,
  timezone: string,
): ToolResult {
  const help = withLocalTimes(raw, timezone) as ToolError['help'];
  const message = cutText(full, MAX_MESSAGE_CHARACTERS);
  const failed: ToolResult = { success: false, error: message, errorClass, data: help };
  const ended = endOf(attempted, failed);
  return ended && effectStateAfter(ended) === 'unknown_outcome'
    ? { ...failed, error: `${message} ${UNKNOWN_OUTCOME}`, data: { ...help, ...UNKNOWN } }
    : failed;
}

/** Cuts the data of a failure to size, but keeps an unknown outcome. */
function sizedFailure(failed: ToolResult): ToolResult {
  const frame = Buffer.byteLength(JSON.stringify({ ...failed, data: UNKNOWN }));
  const { data, truncated } = cutToSize(failed.data, MAX_RESULT_BYTES - frame);
  if (!truncated) return failed;
  const isUnknown = (failed.data as { outcome?: unknown }).outcome === UNKNOWN.outcome;
  return { ...failed, data: isUnknown ? { ...(data as object), ...UNKNOWN } : data };
}

/** The end of a call that opened a row of the ledger; undefined if it opened none. */
export function endOf(attempted: Effected, result: ToolResult): EndedEffect | undefined {
  const { begun, attempts, error, mayHaveHappened } = attempted;
  if (!begun) return undefined;
  const { success, errorClass } = result;
  return { success, errorClass, outcome: error?.outcome, attempts, mayHaveHappened };
}

function successOf(
  registered: RegisteredTool | undefined,
  raw: unknown,
  timezone: string,
): Pick<ToolOutcome, 'result' | 'modelResult' | 'whole' | 'resultBytes' | 'modelText' | 'events'> {
  const { verbatim, modelView, events: eventsOf } = registered?.tool ?? {};
  // A server of others must be given its values as it wrote them; the server that a pack ships reads local times too.
  const isUnchanged = verbatim || (registered?.source === 'mcp' && !registered.shipped);
  const local = (value: unknown) => (isUnchanged ? value : withLocalTimes(value, timezone));
  const whole = local(raw);
  const { data, bytes: resultBytes } = cutToSize(whole, MAX_DATA_BYTES);
  const view = modelView ? cutToSize(local(modelView(raw)), MAX_DATA_BYTES).data : data;
  const events = eventsOf?.(raw) ?? [];
  const modelText = JSON.stringify({ success: true, data: view });
  const result: ToolResult = { success: true, data };
  return { result, modelResult: result, whole, resultBytes, modelText, events };
}
