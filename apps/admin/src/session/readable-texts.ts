/** The orgs of which somebody reads what people wrote, by their ids; null for every org that is in sight. */
export type ReadableTexts = readonly string[] | null;

export function readsTextsOf(texts: ReadableTexts, orgId: string): boolean {
  return texts === null || texts.includes(orgId);
}

/**
 * SQL: whether the texts of a row's org may be read.
 *
 * @param texts the parameter with {@link ReadableTexts}, such as `$2`.
 * @param orgId the column with the row's org.
 */
export const textsReadable = (texts: string, orgId: string): string =>
  `(${texts}::uuid[] IS NULL OR ${orgId} = ANY(${texts}::uuid[]))`;
