import type { Pack } from '#pack-kit';
import { artifactKindsOf } from './known-kinds.ts';

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
