import type { OrgTransaction } from '../ports/org-transaction.ts';
import type { ArtifactContent, ArtifactKind } from './artifact-kind.ts';

export const mergeStrategies = ['replace', 'append', 'merge'] as const;
export type MergeStrategy = (typeof mergeStrategies)[number];

/** One file of an artifact of format `files`. */
export interface ArtifactFile {
  path: string;
  language: string;
  content: string;
  purpose?: string;
  lines: number;
  sha256: string;
  updatedAt: string;
  updatedBy: string;
}

/** Result of reading an artifact. A missing artifact or version is not an error. */
export type ArtifactReading =
  | {
      exists: true;
      id: string;
      kind: string;
      title: string;
      version: number;
      content: ArtifactContent;
      updatedAt: Date;
      /** The author: an agent's name, a user's id, or `system`. */
      updatedBy: string;
      /** Parts that newer artifacts have made obsolete (`ArtifactKindSpec.recheck`). */
      warnings?: string[];
    }
  | { exists: false; kind: string; currentVersion: number | null };

export interface ArtifactWrite {
  kind: string;
  /** A string for markdown and for a single file; otherwise an object, of which the main list is enough. */
  content: ArtifactContent | readonly unknown[];
  /** Default: `replace`. */
  strategy?: MergeStrategy;
  /** Format `files` only: path of the file to write. Other files do not change. */
  path?: string;
  /** Language of that file; derived from the file extension when absent. */
  language?: string;
  /** Version that the change is based on. If it is no longer current, the write fails with CONFLICT. */
  baseVersion?: number;
  title?: string;
}

export interface WrittenArtifact {
  id: string;
  kind: string;
  version: number;
  previousVersion: number | null;
  /** False when the content equals the current version; no version is added. */
  changed: boolean;
  strategy: MergeStrategy;
  /** Number of files after the write; format `files` only. */
  totalFiles?: number;
  warnings: string[];
}

/** Access of a tool to the artifacts of its conversation. `#artifacts` implements it. */
export interface ArtifactsPort {
  /** The kinds of the conversation's pack and of the platform. */
  readonly kinds: readonly ArtifactKind[];
  /** @throws ToolError VALIDATION_FAILED for an unknown kind. */
  read(kind: string, version?: number): Promise<ArtifactReading>;
  /** Current version numbers by kind. */
  versions(): Promise<Record<string, number>>;
  /**
   * Writes a version in the transaction `tx`.
   *
   * @param callKey idempotency key of the tool call, stored with the version; absent if no tool call writes.
   * @throws ToolError VALIDATION_FAILED for an invalid kind, path or content; CONFLICT with `currentVersion` if another
   *   write came first; LIMIT_EXCEEDED when a size limit is exceeded.
   */
  write(tx: OrgTransaction, write: ArtifactWrite, callKey?: string): Promise<WrittenArtifact>;
}
