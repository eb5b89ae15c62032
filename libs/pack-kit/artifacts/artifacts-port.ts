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

/** What is read of an artifact; that there is none is no error. */
export type ArtifactReading =
  | {
      exists: true;
      id: string;
      kind: string;
      title: string;
      version: number;
      content: ArtifactContent;
      updatedAt: Date;
      /** Handle-like text for people: an agent's name, a user's id, `system`. */
      updatedBy: string;
      /** What of it no longer holds, as the other artifacts are by now. */
      warnings?: string[];
    }
  | { exists: false; kind: string; currentVersion: number | null };

export interface ArtifactWrite {
  kind: string;
  /** Text for markdown and for one file; an object otherwise. */
  content: ArtifactContent;
  /** `replace` when absent. */
  strategy?: MergeStrategy;
  /** Of format `files`: the one file that is written; all others stay. */
  path?: string;
  /** Of that file; by its ending when absent. */
  language?: string;
  /** The version that the change is based on: where it is no longer the current one, nothing is written. */
  baseVersion?: number;
  title?: string;
}

export interface WrittenArtifact {
  id: string;
  kind: string;
  version: number;
  previousVersion: number | null;
  /** False when the content was there already: no version was added. */
  changed: boolean;
  strategy: MergeStrategy;
  /** Files of the artifact now; of format `files` only. */
  totalFiles?: number;
  warnings: string[];
}

/** The artifacts of the call's conversation, as tools see them; `#artifacts` implements it. */
export interface ArtifactsPort {
  /** Those of the conversation's pack, and the platform's. */
  readonly kinds: readonly ArtifactKind[];
  /** @throws ToolError VALIDATION_FAILED for a kind that there is not. */
  read(kind: string, version?: number): Promise<ArtifactReading>;
  /** Current versions by kind, without their contents. */
  versions(): Promise<Record<string, number>>;
  /**
   * Writes a version in the transaction of the call.
   *
   * @param callKey idempotency key of the call, which is kept with the version; absent where no call of a tool writes.
   * @throws ToolError VALIDATION_FAILED for a kind, a path or a content that does not fit; CONFLICT with
   *   `currentVersion` where somebody was faster; LIMIT_EXCEEDED for too much.
   */
  write(tx: OrgTransaction, write: ArtifactWrite, callKey?: string): Promise<WrittenArtifact>;
}
