import type { DrawerList } from '#contracts';
import type { ArtifactContent } from './artifact-kind.ts';

/** A panel beside the conversations of a pack, in the order in which clients offer them. */
export interface DrawerSpec {
  /** snake_case; what a tool names that opens it. */
  name: string;
  title: string;
  /** The kinds of artifacts that it shows, the first one first. */
  kinds: readonly string[];
  /** What it shows in their place, where it is a view of them and not the artifacts themselves. */
  lists?: (contents: Readonly<Record<string, ArtifactContent>>) => DrawerList[];
}
