/** A piece of what tools, resources and prompts give to clients that show more than text. */
export type Content =
  | { type: 'text'; text: string }
  /** `data` is base64. */
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: ResourceContent };

/** What stands behind a URI: text, or bytes as base64 (`blob`). */
export type ResourceContent =
  { uri: string; mimeType: string; text: string } | { uri: string; mimeType: string; blob: string };
