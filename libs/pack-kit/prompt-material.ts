import type { ArtifactContent } from './artifacts/artifact-kind.ts';

/** A turn at its beginning, as {@link AgentSpec.material} sees it. */
export interface MaterialTurn {
  text: string;
  /** The org's settings over the deployment's. */
  settings: { get(name: string): string | undefined };
  /** The current content of an artifact of the conversation; undefined where there is none. */
  artifact: (kind: string) => Promise<ArtifactContent | undefined>;
}

/** Something that an agent is told in its prompt, as data. */
export interface PromptMaterial {
  /** Unique among those of the agent. */
  name: string;
  /** Heading, for the model. */
  title: string;
  /** A text, or what is told as JSON. */
  content: unknown;
  /** What does not fit is cut. */
  maxTokens: number;
}
