import type { ArtifactContent } from './artifacts/artifact-kind.ts';

/** A conversation of demo history. */
export interface SeededConversation {
  /** UUID, the same at every start. */
  id: string;
  contactId: string;
  pack: string;
  channel: string;
  turns: SeededTurn[];
  /** Artifact versions in the order of writing. */
  artifacts?: SeededArtifact[];
  /** Pictures that the contact shared, each with a stored analysis. */
  pictures?: SeededPicture[];
  /** Number of turns that the summary covers. */
  summarizedTurns?: number;
}

/** A message with its reply. */
export interface SeededTurn {
  at: Date;
  text: string;
  /** Absent for an unanswered message. */
  reply?: string;
  agent: string;
  /** Handle of the staff member who wrote the message about the contact. */
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
  /** Description of the picture by the vision model. */
  analysis: string;
}

export interface SeededArtifact {
  kind: string;
  content: ArtifactContent;
  at: Date;
  /** Agent that wrote the version; the platform when absent. */
  agent?: string;
  /** Parts of a summary as structured data. */
  parts?: Record<string, unknown>;
}
