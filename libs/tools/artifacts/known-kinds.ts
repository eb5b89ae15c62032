import { ToolError, type ArtifactKind } from '#pack-kit';
import { conversationSummary } from './conversation-summary.kind.ts';

/** Artifact kinds that every pack has. */
export const platformArtifactKinds: readonly ArtifactKind[] = [conversationSummary];

/** The artifact kinds of these packs and of the platform, each once. */
export function artifactKindsOf(packs: readonly { artifacts?: readonly ArtifactKind[] }[]): ArtifactKind[] {
  const all = [...packs.flatMap(({ artifacts = [] }) => artifacts), ...platformArtifactKinds];
  return [...new Map(all.map((kind) => [kind.kind, kind])).values()];
}

/** Finds an artifact kind by name. @throws ToolError VALIDATION_FAILED that lists the existing kinds. */
export function findKind(kinds: readonly ArtifactKind[], name: string): ArtifactKind {
  const found = kinds.find(({ kind }) => kind === name);
  if (found) return found;
  const names = kinds.map(({ kind }) => kind);
  throw new ToolError(
    'VALIDATION_FAILED',
    `There is no kind of artifact ${JSON.stringify(name)}. Kinds: ${names.join(', ')}.`,
    { fields: [{ name: 'artifact_type', problem: `expected one of ${names.join(', ')}` }] },
  );
}

/** Note about the kinds, appended to the description of a tool that reads artifacts. */
export function kindsNote(kinds: readonly ArtifactKind[]): string {
  return `Kinds: ${kinds.map(({ kind, format }) => (format === 'markdown' ? kind : `${kind} (${format})`)).join(', ')}.`;
}

/** As {@link kindsNote}, for a tool that writes artifacts. */
export function writableKindsNote(kinds: readonly ArtifactKind[]): string {
  const writable = kinds.filter(({ writtenBy }) => writtenBy !== 'system');
  return `Kinds: ${writable.map(({ kind, description }) => `${kind} (${description})`).join('; ')}.`;
}
