import type { z } from 'zod';

/** `markdown`: one text; `json`: one object; `files`: an object whose `files` are found by their path. */
export type ArtifactFormat = 'markdown' | 'json' | 'files';

/** Markdown as a string, everything else as an object. */
export type ArtifactContent = string | Record<string, unknown>;

/** The items of an array of a JSON artifact, and how those of two versions are told to be the same. */
export interface ArrayKey {
  /** Property that names an item within the array, such as `id`. */
  key: string;
  /** Property by which an incoming item without key is matched, in any letter case, such as `name`. */
  alsoBy?: string;
  /** The key of an item that has none. `taken` are those of its neighbours. */
  make?: (item: Record<string, unknown>, taken: ReadonlySet<string>) => string | number;
}

/** What a kind may look at while it finishes a content: the other artifacts of the conversation. */
export interface ArtifactSiblings {
  /** The current version of another kind; undefined where there is none. */
  current(kind: string): Promise<{ version: number; content: ArtifactContent } | undefined>;
}

export interface FinishedContent {
  content: ArtifactContent;
  /** Checks that did not stop the write, for people. */
  warnings?: string[];
}

/** A kind of artifact: what it holds, who may write it, and how two contents become one. */
export interface ArtifactKindSpec<Content = Record<string, unknown>> {
  /** snake_case; one artifact of a kind per conversation. */
  kind: string;
  /** Title of an artifact that is given none. */
  title: string;
  /** What it holds, for models. */
  description: string;
  format: ArtifactFormat;
  /**
   * Of `json` the whole content, of `files` what stands beside `files`. Its output is what is stored: it may set
   * defaults, and leave out what a caller must not set.
   */
  schema?: z.ZodType<Content>;
  /** Arrays of the content whose items have a key, by their place such as `components` or `power.rails`. */
  arrayKeys?: Record<string, ArrayKey>;
  /** `system`: tools read it, and only the platform writes it. `anyone` when absent. */
  writtenBy?: 'anyone' | 'system';
  /** Fills in what the server computes. Called under the artifact's lock, after the schema: no outside calls. */
  finish?: (content: Content, siblings: ArtifactSiblings) => FinishedContent | Promise<FinishedContent>;
  /**
   * What no longer holds of the current version, as the other kinds are by now; told to who reads it. What is stored stays
   * as it is.
   */
  recheck?: (content: Content, siblings: ArtifactSiblings) => string[] | Promise<string[]>;
}

/** A kind whose types are no longer known; what packs list. */
export type ArtifactKind = ArtifactKindSpec;

/** Declares a kind of artifact. It only lends the schema's type to `finish`. */
export function defineArtifactKind<Content = Record<string, unknown>>(
  spec: ArtifactKindSpec<Content>,
): ArtifactKind {
  return spec as unknown as ArtifactKind;
}
