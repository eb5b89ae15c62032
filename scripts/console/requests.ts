/** The query of a request about an org, with further parameters; empty without any. */
export function inOrg({ org }: { org?: string }, more: Record<string, string> = {}): string {
  const parameters = new URLSearchParams({ ...(org !== undefined && { org }), ...more }).toString();
  return parameters === '' ? '' : `?${parameters}`;
}

/** Text that `--json` prints. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
