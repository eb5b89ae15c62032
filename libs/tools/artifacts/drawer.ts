import type { DrawerList } from '#contracts';
import type { Pack } from '../pack.ts';
import type { ArtifactContent } from './artifact-kind.ts';
import { artifactKindsOf } from './known-kinds.ts';

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

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** Why the drawers of a pack cannot be served. */
export function drawerProblems(pack: Pick<Pack, 'artifacts' | 'drawers'>): string[] {
  const drawers = pack.drawers ?? [];
  const known = artifactKindsOf([pack]).map(({ kind }) => kind);
  const names = drawers.map(({ name }) => name);
  const twice = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
  return [
    ...twice.map((name) => `two drawers are named ${name}`),
    ...names.filter((name) => !SNAKE_CASE.test(name)).map((name) => `drawer ${name}: it is not snake_case`),
    ...drawers.flatMap(({ name, kinds }) =>
      kinds
        .filter((kind) => !known.includes(kind))
        .map((kind) => `drawer ${name} shows the unknown kind of artifact ${kind}`),
    ),
  ];
}
