/** An attachment of a message, as packs see it. */
export interface AttachedContent {
  name: string;
  /** Null if the attachment could not be fetched. */
  mediaType: string | null;
  /** Text of a document; absent for a picture and for an unreadable file. */
  text?: string;
  /** Reason why the attachment could not be read, worded for people. */
  problem?: string;
}
