/** The flag `tool_search` of the org: deferred tools of packs that load by search are held back until they are looked for. */
export function toolSearchIsOn(): Promise<boolean> {
  return Promise.resolve(true);
}
