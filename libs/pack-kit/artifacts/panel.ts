import type { DrawerList } from '#contracts';
import type { ArtifactContent } from './artifact-kind.ts';

/** A panel beside the conversations of a pack. */
export interface PanelSpec {
  /** snake_case; tools open the panel by this name. */
  name: string;
  title: string;
  /** Kinds of artifacts that the panel shows, in this order. */
  kinds: readonly string[];
  /** Computes lists from the contents. If set, the panel shows these lists instead of the artifacts. */
  lists?: (contents: Readonly<Record<string, ArtifactContent>>) => DrawerList[];
}
