import type { Pack, ArtifactKind } from '#pack-kit';
import { duplicates, SNAKE_CASE } from '../name-checks.ts';
import { artifactKindsOf, platformArtifactKinds } from './known-kinds.ts';

/** Tools that need at least one artifact kind declared by the pack. */
const WRITERS = ['write_file'];

/** The reasons why the artifact kinds of a pack are invalid; empty if they are valid. */
export function artifactKindProblems(pack: Pick<Pack, 'artifacts' | 'agents'>): string[] {
  const kinds = pack.artifacts ?? [];
  const names = [...kinds, ...platformArtifactKinds].map(({ kind }) => kind);
  const writable = kinds.some(({ writtenBy }) => writtenBy !== 'system');
  const idle = pack.agents.filter(({ tools }) => !writable && tools.some((name) => WRITERS.includes(name)));
  return [
    ...duplicates(names).map((name) => `two kinds of artifacts are named ${name}`),
    ...kinds.flatMap(kindProblems),
    ...idle.map(({ name }) => `agent ${name} lists write_file, and there is no kind of artifact to write`),
  ];
}

function kindProblems({ kind, format, schema, arrayKeys, description }: ArtifactKind): string[] {
  const problems = [];
  if (!SNAKE_CASE.test(kind)) problems.push('the name is not snake_case');
  if (description.trim() === '') problems.push('it has no description');
  if (format === 'json' && !schema) problems.push('its format json needs a schema');
  if (format === 'markdown' && (schema || arrayKeys)) problems.push('markdown has neither schema nor keys');
  return problems.map((problem) => `artifact kind ${kind}: ${problem}`);
}

/** The reasons why the drawers of a pack are invalid; empty if they are valid. */
export function drawerProblems(pack: Pick<Pack, 'artifacts' | 'drawers'>): string[] {
  const drawers = pack.drawers ?? [];
  const known = artifactKindsOf([pack]).map(({ kind }) => kind);
  const names = drawers.map(({ name }) => name);
  return [
    ...duplicates(names).map((name) => `two drawers are named ${name}`),
    ...names.filter((name) => !SNAKE_CASE.test(name)).map((name) => `drawer ${name}: it is not snake_case`),
    ...drawers.flatMap(({ name, kinds }) =>
      kinds
        .filter((kind) => !known.includes(kind))
        .map((kind) => `drawer ${name} shows the unknown kind of artifact ${kind}`),
    ),
  ];
}
