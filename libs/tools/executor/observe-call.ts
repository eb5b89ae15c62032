import type { Span } from '@opentelemetry/api';
import { ATTRIBUTES, markFailed, recordToolCall } from '#telemetry';
import type { RegisteredTool } from '../registered-tool.ts';
import type { ToolError } from '#pack-kit';
import type { ToolOutcome } from './tool-outcome.ts';

/** Says on the call's span, and in the metrics, how it has ended. */
export function observeCall(
  span: Span,
  registered: RegisteredTool | undefined,
  outcome: ToolOutcome,
  error: ToolError | undefined,
): void {
  span.setAttributes({
    // Who reads a trace may read why it failed.
    [ATTRIBUTES.output]: outcome.result.success ? outcome.modelText : JSON.stringify(outcome.result),
    'turnpike.tool.attempts': outcome.attempts,
    'turnpike.tool.cached': outcome.cached,
    'turnpike.tool.result_bytes': outcome.resultBytes,
  });
  if (error) {
    markFailed(span, error.cause ?? error);
    span.setAttribute(ATTRIBUTES.errorType, error.errorClass);
  }
  recordToolCall({
    // Models and callers may invent any number of names.
    tool: registered ? registered.tool.name : 'unknown',
    outcome: outcome.result.errorClass ?? 'ok',
    durationMs: outcome.durationMs,
  });
}
