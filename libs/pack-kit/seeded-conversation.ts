import type { ArtifactContent } from './artifacts/artifact-kind.ts';

/** A conversation of demo history. */
export interface SeededConversation {
  /** UUID, the same at every start. */
  id: string;
  contactId: string;
  pack: string;
  channel: string;
  turns: SeededTurn[];
  /** In the order in which they were written; each becomes a version. */
  artifacts?: SeededArtifact[];
  /** What the contact shares, as if a model had looked at it. */
  pictures?: SeededPicture[];
  /** Place of the last turn that the summary covers. */
  summarizedTurns?: number;
}

/** A message with its reply. */
export interface SeededTurn {
  at: Date;
  text: string;
  /** A message that nobody has answered has none. */
  reply?: string;
  agent: string;
  /** Handle of the member of the office who wrote the message about the contact. */
  staff?: string;
  calls?: SeededCall[];
}

export interface SeededCall {
  tool: string;
  arguments?: Record<string, unknown>;
  result?: Record<string, unknown>;
}

export interface SeededPicture {
  kind: 'screen' | 'webcam';
  at: Date;
  /** UUID of its file, the same at every start. */
  fileId: string;
  name: string;
  mediaType: string;
  content: Uint8Array;
  /** What is seen in it. */
  analysis: string;
}

export interface SeededArtifact {
  kind: string;
  content: ArtifactContent;
  at: Date;
  /** Who wrote it; the platform when absent. */
  agent?: string;
  /** Of a summary: what a program reads of it. */
  parts?: Record<string, unknown>;
}
