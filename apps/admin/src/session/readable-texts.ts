/** Ids of the orgs whose texts a viewer may read; null for every org in scope. */
export type ReadableTexts = readonly string[] | null;

export function readsTextsOf(texts: ReadableTexts, orgId: string): boolean {
  return texts === null || texts.includes(orgId);
}

/** SQL condition. @param texts the parameter with {@link ReadableTexts}. @param orgId the column with the row's org. */
export const textsReadable = (texts: string, orgId: string): string =>
  `(${texts}::uuid[] IS NULL OR ${orgId} = ANY(${texts}::uuid[]))`;
