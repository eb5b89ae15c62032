/** Page state in the URL is plain text (`?state=failed&q=123`), so that addresses can be read, edited and shared. */
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

/** Longest value that is read: above any server limit, so that the server reports a value that is too long. */
export const MAX_VALUE_CHARACTERS = 5_000;
