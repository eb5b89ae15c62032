import type { CallerKind, ToolResult } from '#contracts';

import { UNKNOWN_OUTCOME } from './effect-outcome.ts';

const NOT_REACHABLE = 'What this needs is not reachable just now. It may be again in a minute.';

const NOT_SET_UP = 'The office has not set this up, so it cannot be done here yet.';

/**
 * What the model is told of a failure. A visitor can set and restart nothing, and models repeat what they read: the names
 * of settings, servers and services are for staff, who get the failure as it is, and for audit, trace and console, which keep it.
 */
export function failureForCaller(failed: ToolResult, to: CallerKind): ToolResult {
  const { missingSettings, ...help } = (failed.data ?? {}) as { missingSettings?: readonly string[] };
  if (to !== 'contact') return failed;
  if (failed.errorClass === 'UPSTREAM_UNAVAILABLE') return awayFor(failed);
  if (failed.errorClass !== 'NOT_CONFIGURED' && !missingSettings) return failed;
  const error = failed.errorClass === 'NOT_CONFIGURED' ? '' : without(missingSettings ?? [], failed.error);
  return {
    ...failed,
    error: error || NOT_SET_UP,
    data: Object.keys(help).length > 0 ? help : undefined,
  };
}

/** That nobody knows the outcome is said all the same. */
function awayFor(failed: ToolResult): ToolResult {
  const { service: _service, circuit: _circuit, ...help } = (failed.data ?? {}) as Record<string, unknown>;
  const error = help['outcome'] === 'unknown' ? `${NOT_REACHABLE} ${UNKNOWN_OUTCOME}` : NOT_REACHABLE;
  return { ...failed, error, data: Object.keys(help).length > 0 ? help : undefined };
}

/** The sentences that name no setting. */
function without(settings: readonly string[], error = ''): string {
  const sentences = error.split(/(?<=[.!?])\s+/);
  return sentences.filter((sentence) => !settings.some((name) => sentence.includes(name))).join(' ');
}
