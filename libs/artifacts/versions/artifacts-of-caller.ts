import type { OrgTransaction } from '#database';
import { artifactKindsOf, findKind } from '#tools';
import { type ArtifactsPort, type Pack } from '#pack-kit';
import type { ArtifactAuthor } from './artifact.repository.ts';
import type { ArtifactService } from './artifact.service.ts';

export interface ArtifactsCaller {
  orgId: string;
  conversationId: string;
  packs: readonly Pick<Pack, 'artifacts'>[];
  author: Omit<ArtifactAuthor, 'toolCallId'>;
  /** Versions that an earlier run of the turn has read or written, by kind. */
  seen?: ReadonlyMap<string, number>;
}

/** Access of one caller's tools to the artifacts of a conversation. Remembers the versions that were read. */
export function artifactsOfCaller(service: ArtifactService, caller: ArtifactsCaller): ArtifactsPort {
  const { orgId, conversationId, author } = caller;
  const kinds = artifactKindsOf(caller.packs);
  const seen = new Map(caller.seen);
  return {
    kinds,
    read: async (name, version) => {
      const found = findKind(kinds, name);
      const { kind } = found;
      const reading =
        version === undefined
          ? await service.readChecked(orgId, conversationId, found)
          : await service.read(orgId, conversationId, kind, version);
      // A caller that reads an old version knows that a newer one exists.
      if (reading.exists && version === undefined) seen.set(kind, reading.version);
      return reading;
    },
    versions: () => service.versions(orgId, conversationId),
    // The port's type has fewer methods than the transaction that the platform passes to tools.
    write: async (tx: OrgTransaction, write, callKey) => {
      const announce = author.turnId === undefined;
      const written = await service.write(
        tx,
        { conversationId, kinds, author: { ...author, toolCallId: callKey }, announce, seen },
        write,
      );
      tx.afterCommit(() => void seen.set(written.kind, written.version));
      return written;
    },
  };
}

/** Tools whose results contain the version of an artifact that a turn has seen, with its location. */
interface SeenVersion {
  artifact_type?: unknown;
  version?: unknown;
  exists?: unknown;
}

/**
 * Versions that an earlier run of the turn has read or written, so that a replay rejects the same writes.
 *
 * @param results results of successful tool calls.
 */
export function versionsSeen(results: readonly unknown[]): Map<string, number> {
  const seen = new Map<string, number>();
  for (const result of results) {
    const { artifact_type: kind, version, exists } = (result ?? {}) as SeenVersion;
    if (typeof kind !== 'string' || typeof version !== 'number' || exists === false) continue;
    seen.set(kind, Math.max(version, seen.get(kind) ?? 0));
  }
  return seen;
}
