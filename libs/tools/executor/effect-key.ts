/**
 * Key of a call that does not come from a turn (console, api, MCP), made of the caller's own key. Keys of one caller
 * are never those of another, nor of a turn.
 *
 * @param callerId stable id of who calls, such as that of the API key or the user.
 */
export function callerEffectKey(callerId: string, key: string): string {
  return `caller:${callerId}:${key}`;
}
