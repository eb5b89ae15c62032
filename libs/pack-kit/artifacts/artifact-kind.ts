import type { z } from 'zod';

/** `markdown`: one text; `json`: one object; `files`: an object whose `files` maps paths to files. */
export type ArtifactFormat = 'markdown' | 'json' | 'files';

/** A string for markdown, an object for the other formats. */
export type ArtifactContent = string | Record<string, unknown>;

/** The key by which items of an array are matched between two versions of a JSON artifact. */
export interface ArrayKey {
  /** Property that names an item within the array, such as `id`. */
  key: string;
  /** Property by which an incoming item without a key is matched, ignoring letter case, such as `name`. */
  alsoBy?: string;
  /** Makes the key of an item without one. `taken` holds the keys of the other items. */
  make?: (item: Record<string, unknown>, taken: ReadonlySet<string>) => string | number;
}

/** Read access of a kind to the other artifacts of the conversation. */
export interface ArtifactSiblings {
  /** The current version of another kind; undefined if the conversation has none. */
  current(kind: string): Promise<{ version: number; content: ArtifactContent } | undefined>;
}

export interface FinishedContent {
  content: ArtifactContent;
  /** Failed checks that do not stop the write, worded for people. */
  warnings?: string[];
}

/** A kind of artifact: its content, who may write it, and how contents are merged. */
export interface ArtifactKindSpec<Content = Record<string, unknown>> {
  /** snake_case; one artifact of a kind per conversation. */
  kind: string;
  /** Title of an artifact that is written without one. */
  title: string;
  /** Description of the content, for models. */
  description: string;
  format: ArtifactFormat;
  /**
   * Schema of the whole content (`json`) or of the properties beside `files` (`files`). Its output is stored, so it can set
   * defaults and drop properties that callers must not set. Models see its properties, except for those with the metadata
   * `hidden`.
   */
  schema?: z.ZodType<Content>;
  /** Arrays of the content whose items have a key, by property path such as `components` or `power.rails`. */
  arrayKeys?: Record<string, ArrayKey>;
  /** `system`: tools can read it, but only the platform writes it. Default: `anyone`. */
  writtenBy?: 'anyone' | 'system';
  /** Adds values that the server computes. Runs after the schema, while the artifact is locked, so it must not call outside services. */
  finish?: (content: Content, siblings: ArtifactSiblings) => FinishedContent | Promise<FinishedContent>;
  /**
   * Returns warnings about parts of the current version that newer artifacts of other kinds have made obsolete. Readers
   * receive them with the content; the stored content does not change.
   */
  recheck?: (content: Content, siblings: ArtifactSiblings) => string[] | Promise<string[]>;
}

/** A kind with its content type erased, as packs list it. */
export type ArtifactKind = ArtifactKindSpec;

/** Declares a kind of artifact. Returns `spec` unchanged; it exists to infer the type of `finish` from the schema. */
export function defineArtifactKind<Content = Record<string, unknown>>(
  spec: ArtifactKindSpec<Content>,
): ArtifactKind {
  return spec as unknown as ArtifactKind;
}
