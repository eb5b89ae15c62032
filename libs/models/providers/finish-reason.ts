import type { FinishReason } from '../language-model.ts';

/** The reasons of all providers in lower case, also those that gateways pass on. Filtered answers count as refusals. */
const REASONS: Record<FinishReason, string> = {
  stop: '',
  length: 'length max_tokens model_length model_context_window_exceeded',
  tool_calls: 'tool_calls function_call tool_use',
  refusal: `content_filter refusal safety sensitive recitation prohibited_content language blocklist spii`,
};
const REASON_OF = new Map(
  Object.entries(REASONS).flatMap(([reason, names]) =>
    names.split(' ').map((name): [string, FinishReason] => [name, reason as FinishReason]),
  ),
);

/** Unknown reasons are ordinary ends. Some servers end an answer with calls like one without. */
export function finishReasonOf(reason: string | undefined, hasCalls: boolean): FinishReason {
  const known = REASON_OF.get(reason?.toLowerCase() ?? '') ?? 'stop';
  return known === 'stop' && hasCalls ? 'tool_calls' : known;
}
