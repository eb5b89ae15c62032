import type { ArtifactContent } from './artifacts/artifact-kind.ts';

/** A starting turn, as passed to {@link AgentSpec.material}. */
export interface MaterialTurn {
  text: string;
  /** Settings of the org; they override those of the deployment. */
  settings: { get(name: string): string | undefined };
  /** The current content of an artifact of the conversation; undefined if it does not exist. */
  artifact: (kind: string) => Promise<ArtifactContent | undefined>;
}

/** A block of data in the prompt of an agent. */
export interface PromptMaterial {
  /** Unique within the agent. */
  name: string;
  /** Heading of the block. */
  title: string;
  /** A text, or a value that is serialised as JSON. */
  content: unknown;
  /** Longer content is cut. */
  maxTokens: number;
}
