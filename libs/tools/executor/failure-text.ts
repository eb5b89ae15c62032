import type { CallerKind, ToolResult } from '#contracts';

import { UNKNOWN_OUTCOME } from './effect-outcome.ts';

const NOT_REACHABLE = 'What this needs is not reachable just now. It may be again in a minute.';

const NOT_CONFIGURED = 'The office has not set this up, so it cannot be done here yet.';

/**
 * The failure as the model receives it. A contact cannot change settings or restart servers, and models repeat what they
 * read, so the names of settings, servers and services are removed for contacts. Staff, audit log, trace and console get
 * the full failure.
 */
export function failureForCaller(failed: ToolResult, to: CallerKind): ToolResult {
  const { missingSettings, ...help } = (failed.data ?? {}) as { missingSettings?: readonly string[] };
  if (to !== 'contact') return failed;
  if (failed.errorClass === 'UPSTREAM_UNAVAILABLE') return unavailableForContact(failed);
  if (failed.errorClass !== 'NOT_CONFIGURED' && !missingSettings) return failed;
  const error = failed.errorClass === 'NOT_CONFIGURED' ? '' : without(missingSettings ?? [], failed.error);
  return {
    ...failed,
    error: error || NOT_CONFIGURED,
    data: Object.keys(help).length > 0 ? help : undefined,
  };
}

/** Removes the names of services, but keeps an unknown outcome. */
function unavailableForContact(failed: ToolResult): ToolResult {
  const { service: _service, circuit: _circuit, ...help } = (failed.data ?? {}) as Record<string, unknown>;
  const error = help['outcome'] === 'unknown' ? `${NOT_REACHABLE} ${UNKNOWN_OUTCOME}` : NOT_REACHABLE;
  return { ...failed, error, data: Object.keys(help).length > 0 ? help : undefined };
}

/** Removes the sentences that name a setting. */
function without(settings: readonly string[], error = ''): string {
  const sentences = error.split(/(?<=[.!?])\s+/);
  return sentences.filter((sentence) => !settings.some((name) => sentence.includes(name))).join(' ');
}
