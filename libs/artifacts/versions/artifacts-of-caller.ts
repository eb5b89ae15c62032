import type { OrgTransaction } from '#database';
import { artifactKindsOf, findKind } from '#tools';
import { type ArtifactsPort, type Pack } from '#pack-kit';
import type { ArtifactAuthor } from './artifact.repository.ts';
import type { ArtifactService } from './artifact.service.ts';

/** On whose behalf artifacts are read and written. */
export interface ArtifactsCaller {
  orgId: string;
  conversationId: string;
  packs: readonly Pick<Pack, 'artifacts'>[];
  author: Omit<ArtifactAuthor, 'toolCallId'>;
  /** Versions that an earlier run of the turn has read or written, by kind. */
  seen?: ReadonlyMap<string, number>;
}

/** The artifacts of one conversation as the tools of one caller see them. It remembers which versions were read. */
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
      // Who looks at an old version knows of a newer one.
      if (reading.exists && version === undefined) seen.set(kind, reading.version);
      return reading;
    },
    versions: () => service.versions(orgId, conversationId),
    // Ports promise less than the transaction that the platform hands to tools.
    write: async (tx: OrgTransaction, write, callKey) => {
      const untold = author.turnId === undefined;
      const written = await service.write(
        tx,
        { conversationId, kinds, author: { ...author, toolCallId: callKey }, untold, seen },
        write,
      );
      tx.afterCommit(() => void seen.set(written.kind, written.version));
      return written;
    },
  };
}

/** The tools that say which version of an artifact a turn has seen, and where in their results. */
interface SeenVersion {
  artifact_type?: unknown;
  version?: unknown;
  exists?: unknown;
}

/**
 * Which versions the calls of an earlier run of the turn have read or written, so that a replay refuses what they
 * would have refused.
 *
 * @param results of successful tool calls.
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
