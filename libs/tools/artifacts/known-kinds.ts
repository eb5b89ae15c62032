import { ToolError, type ArtifactKind } from '#pack-kit';
import { conversationSummary } from './conversation-summary.kind.ts';

/** Kinds that every pack has. */
export const platformArtifactKinds: readonly ArtifactKind[] = [conversationSummary];

/** The kinds of these packs and of the platform, each once. */
export function artifactKindsOf(packs: readonly { artifacts?: readonly ArtifactKind[] }[]): ArtifactKind[] {
  const all = [...packs.flatMap(({ artifacts = [] }) => artifacts), ...platformArtifactKinds];
  return [...new Map(all.map((kind) => [kind.kind, kind])).values()];
}

/** @throws ToolError VALIDATION_FAILED that names the kinds there are. */
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

/** What a model is told of the kinds, behind the description of a tool that reads them. */
export function kindsNote(kinds: readonly ArtifactKind[]): string {
  return `Kinds: ${kinds.map(({ kind, format }) => (format === 'markdown' ? kind : `${kind} (${format})`)).join(', ')}.`;
}

/** As {@link kindsNote}, for a tool that writes them. */
export function writableKindsNote(kinds: readonly ArtifactKind[]): string {
  const writable = kinds.filter(({ writtenBy }) => writtenBy !== 'system');
  return `Kinds: ${writable.map(({ kind, description }) => `${kind} (${description})`).join('; ')}.`;
}
