/** What came with a message, as a pack may look at it. */
export interface AttachedContent {
  name: string;
  /** Null where it could not be fetched. */
  mediaType: string | null;
  /** Of a document; absent for a picture, and for what could not be read. */
  text?: string;
  /** Why it could not be read, for people. */
  problem?: string;
}
