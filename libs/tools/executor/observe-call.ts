import type { Span } from '@opentelemetry/api';
import { ATTRIBUTES, markFailed, recordToolCall } from '#telemetry';
import type { RegisteredTool } from '../registered-tool.ts';
import type { ToolError } from '#pack-kit';
import type { ToolOutcome } from './tool-outcome.ts';

/** Records the outcome of a call on its span and in the metrics. */
export function observeCall(
  span: Span,
  registered: RegisteredTool | undefined,
  outcome: ToolOutcome,
  error: ToolError | undefined,
): void {
  span.setAttributes({
    // Readers of traces may see the full failure, not only the text for the model.
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
    // Models and callers can invent names without limit, which would create a metric series each.
    tool: registered ? registered.tool.name : 'unknown',
    outcome: outcome.result.errorClass ?? 'ok',
    durationMs: outcome.durationMs,
  });
}
