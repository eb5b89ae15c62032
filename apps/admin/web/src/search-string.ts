/**
 * The state of a page in its URL is plain text (`?state=failed&q=123`), not JSON: such an address can be read, written
 * by hand and shared.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') parameters.set(name, value);
  }
  const text = parameters.toString();
  return text ? `?${text}` : '';
}

/** How much is read of a value: more than any may have, so that one that is too long is told as such by the server. */
export const MAX_VALUE_CHARACTERS = 5_000;
