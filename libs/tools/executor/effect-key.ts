/**
 * Idempotency key of a call from outside a turn (console, api, MCP), derived from the caller's own key. The keys of
 * different callers and of turns never collide.
 *
 * @param callerId stable id of the caller, such as that of the API key or the user.
 */
export function callerEffectKey(callerId: string, key: string): string {
  return `caller:${callerId}:${key}`;
}
