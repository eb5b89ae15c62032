import type { DrawerList } from '#contracts';
import type { ArtifactContent } from './artifact-kind.ts';

/** A panel beside the conversations of a pack, in the order in which clients offer them. */
export interface DrawerSpec {
  /** snake_case; what a tool names that opens it. */
  name: string;
  title: string;
  /** The kinds of artifacts that it shows, the first one first. */
  kinds: readonly string[];
  /** Computes lists from the contents. A panel that has this shows the lists in place of the artifacts. */
  lists?: (contents: Readonly<Record<string, ArtifactContent>>) => DrawerList[];
}
