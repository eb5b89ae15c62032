/** Tools that the org's setting `TOOLS_DISABLED` names, with commas between them. */
export function disabledToolsOf(settings: { get(name: string): string | undefined }): ReadonlySet<string> {
  const names = (settings.get('TOOLS_DISABLED') ?? '').split(',').map((name) => name.trim());
  return new Set(names.filter(Boolean));
}
