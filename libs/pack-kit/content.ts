/** A content block that tools, resources and prompts return to clients that can show more than text. */
export type Content =
  | { type: 'text'; text: string }
  /** `data` is base64. */
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: ResourceContent };

/** Content of a resource: text, or bytes as base64 (`blob`). */
export type ResourceContent =
  { uri: string; mimeType: string; text: string } | { uri: string; mimeType: string; blob: string };
