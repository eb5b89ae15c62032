import { createHash } from 'node:crypto';
import { findKind } from '#tools';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, newId, type Clock } from '#config';
import { Database, type OrgTransaction } from '#database';
import { isUuid } from '#identity';
import { TURN_NOTIFICATIONS, type TurnNotifications } from '#queue';
import {
  ToolError,
  type ArtifactContent,
  type ArtifactFile,
  type ArtifactKind,
  type ArtifactReading,
  type ArtifactSiblings,
  type ArtifactWrite,
  type MergeStrategy,
  type WrittenArtifact,
} from '#pack-kit';
import { finishContent } from '../content/finish-content.ts';
import { bytesOf } from '../content/limits.ts';
import { nextContent } from '../merge/next-content.ts';
import { countChanges, lineChanges } from './difference.ts';
import {
  ArtifactRepository,
  authorName,
  contentOf,
  type ArtifactAuthor,
  type VersionRow,
} from './artifact.repository.ts';
import { asText, canonicalText } from './content-text.ts';

export interface WritePlace {
  conversationId: string;
  kinds: readonly ArtifactKind[];
  author: ArtifactAuthor;
  /** True for a write outside of a turn, which must be announced to readers of the conversation. */
  announce: boolean;
  /** Versions that the turn has read, by kind. They are the base of a `replace` without one. */
  seen?: ReadonlyMap<string, number>;
}

/** Machine-readable form of a markdown content, such as the parts of a summary. */
export interface WriteExtras {
  parts?: Record<string, unknown>;
}

/** Reads artifacts of conversations and writes them as versions, which are never overwritten. */
@Injectable()
export class ArtifactService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TURN_NOTIFICATIONS) private readonly notifications: Pick<TurnNotifications, 'announce'>,
  ) {}

  /** Reads the given version; by default the current one. */
  read(orgId: string, conversationId: string, kind: string, version?: number): Promise<ArtifactReading> {
    return this.database.forOrg(orgId, (tx) => this.readWithin(tx, conversationId, kind, version));
  }

  async readWithin(
    tx: OrgTransaction,
    conversationId: string,
    kind: string,
    version?: number,
  ): Promise<ArtifactReading> {
    const artifacts = new ArtifactRepository(tx);
    const row = await artifacts.find(conversationId, kind, version);
    if (!row)
      return { exists: false, kind, currentVersion: await artifacts.currentVersion(conversationId, kind) };
    return {
      exists: true,
      id: row.id,
      kind,
      title: row.title,
      version: row.version,
      content: contentOf(row),
      updatedAt: row.createdAt,
      updatedBy: authorName(row),
    };
  }

  /** The current version, with warnings about contradictions to the other artifacts. */
  readChecked(orgId: string, conversationId: string, kind: ArtifactKind): Promise<ArtifactReading> {
    return this.database.forOrg(orgId, async (tx) => {
      const reading = await this.readWithin(tx, conversationId, kind.kind);
      if (!reading.exists || !kind.recheck) return reading;
      const content = reading.content as Record<string, unknown>;
      const warnings = await kind.recheck(content, this.siblingsOf(tx, conversationId));
      return warnings.length === 0 ? reading : { ...reading, warnings };
    });
  }

  private siblingsOf(tx: OrgTransaction, conversationId: string): ArtifactSiblings {
    return {
      current: async (other) => {
        const found = await this.readWithin(tx, conversationId, other);
        return found.exists ? { version: found.version, content: found.content } : undefined;
      },
    };
  }

  async versions(orgId: string, conversationId: string): Promise<Record<string, number>> {
    const rows = await this.database.forOrg(orgId, (tx) =>
      new ArtifactRepository(tx).currentVersions(conversationId),
    );
    return Object.fromEntries(rows.map(({ kind, version }) => [kind, version]));
  }

  /**
   * Writes a version within `tx`. Writers of the same artifact wait for each other. A write based on an older version is
   * rejected, so that no change is overwritten unseen.
   *
   * @throws ToolError VALIDATION_FAILED, CONFLICT (with `currentVersion`), LIMIT_EXCEEDED, or NOT_FOUND for a conversation
   *   that the org does not have.
   */
  async write(
    tx: OrgTransaction,
    place: WritePlace,
    write: ArtifactWrite,
    extras: WriteExtras = {},
  ): Promise<WrittenArtifact> {
    const kind = findKind(place.kinds, write.kind);
    if (kind.writtenBy === 'system' && place.author.kind !== 'system')
      throw new ToolError('VALIDATION_FAILED', `${kind.kind} is written by the platform only.`, {
        fields: [{ name: 'artifact_type', problem: 'it can only be read' }],
      });
    const artifacts = new ArtifactRepository(tx);
    const contactId = await artifacts.holdConversation(place.conversationId);
    if (contactId === undefined)
      throw new ToolError('NOT_FOUND', `There is no conversation ${place.conversationId}.`);
    const current = await artifacts.hold(place.conversationId, kind.kind);
    const begun = current ? undefined : await this.begin(artifacts, { place, kind, contactId, write });
    // A concurrent writer has created the artifact. The write continues with the existing version.
    const held = current ?? begun?.lostTo;
    if (held) await this.refuseIfStale(artifacts, held, { ...write, lostRace: !current }, place);
    else if ((write.baseVersion ?? 0) > 0) throw stale(kind.kind, null);
    const finished = await this.finish(tx, place, kind, held, write);
    return this.keep(
      tx,
      { place, kind, write, held, artifactId: begun?.id ?? held?.id ?? '' },
      finished,
      extras,
    );
  }

  /** Inserts the artifact's row, or returns the version of a faster writer. */
  private async begin(
    artifacts: ArtifactRepository,
    at: { place: WritePlace; kind: ArtifactKind; contactId: string; write: ArtifactWrite },
  ): Promise<{ id?: string; lostTo?: VersionRow }> {
    const { place, kind, contactId, write } = at;
    const id = newId(this.clock);
    const made = await artifacts.insert({
      id,
      conversationId: place.conversationId,
      contactId,
      kind: kind.kind,
      title: write.title ?? kind.title,
      at: this.clock.now(),
    });
    if (made) return { id };
    const lostTo = await artifacts.hold(place.conversationId, kind.kind);
    if (!lostTo)
      throw new Error(`The artifact ${kind.kind} was inserted by another writer and cannot be read`);
    return { lostTo };
  }

  private async refuseIfStale(
    artifacts: ArtifactRepository,
    held: VersionRow,
    { baseVersion, strategy, path, lostRace }: ArtifactWrite & { lostRace: boolean },
    { conversationId, seen }: WritePlace,
  ): Promise<void> {
    // Appends and merges apply to any version. Only a replacement requires the version that was read.
    const replaces = (strategy ?? 'replace') === 'replace';
    const base = baseVersion ?? (replaces ? (lostRace ? 0 : seen?.get(held.kind)) : undefined);
    if (base === undefined || base === held.currentVersion) return;
    // The write of one file does not conflict with changes of other files.
    if (baseVersion === undefined && path !== undefined) {
      const before = base === 0 ? undefined : await artifacts.find(conversationId, held.kind, base);
      if (hashInFile(before, path) === hashInFile(held, path)) return;
    }
    throw stale(held.kind, held);
  }

  private finish(
    tx: OrgTransaction,
    { conversationId, author }: WritePlace,
    kind: ArtifactKind,
    held: VersionRow | undefined,
    write: ArtifactWrite,
  ) {
    const before = held && contentOf(held);
    const by = {
      at: this.clock.now().toISOString(),
      author: author.agent ?? author.userId ?? author.kind,
    };
    return finishContent(kind, nextContent(kind, before, write), {
      before,
      by,
      siblings: this.siblingsOf(tx, conversationId),
    });
  }

  private async keep(
    tx: OrgTransaction,
    to: {
      place: WritePlace;
      kind: ArtifactKind;
      write: ArtifactWrite;
      held: VersionRow | undefined;
      artifactId: string;
    },
    { content, warnings }: { content: ArtifactContent; warnings: string[] },
    { parts }: WriteExtras,
  ): Promise<WrittenArtifact> {
    const { place, kind, write, held, artifactId } = to;
    const strategy: MergeStrategy = write.strategy ?? 'replace';
    const contentHash = hashOf(content);
    const title = write.title ?? held?.title ?? kind.title;
    const written = {
      id: artifactId,
      kind: kind.kind,
      previousVersion: held?.currentVersion ?? null,
      strategy,
      ...(kind.format === 'files' && { totalFiles: (content as { files: unknown[] }).files.length }),
      warnings,
    };
    if (held?.contentHash === contentHash && held.title === title)
      return { ...written, version: held.currentVersion, changed: false };
    const artifacts = new ArtifactRepository(tx);
    const version = (held?.currentVersion ?? 0) + 1;
    const { added, removed } = countChanges(
      lineChanges(held ? asText(contentOf(held)) : '', asText(content)),
    );
    const isText = typeof content === 'string';
    const { conversationId, author } = place;
    await artifacts.append(
      {
        artifactId,
        conversationId,
        version,
        content: isText ? content : null,
        contentJson: isText ? (parts ?? null) : content,
        bytes: bytesOf(content),
        contentHash,
        strategy,
        warnings,
        linesAdded: added,
        linesRemoved: removed,
        author: { ...author, userId: isUuid(author.userId ?? '') ? author.userId : undefined },
        announce: place.announce,
        createdAt: this.clock.now(),
      },
      title,
    );
    if (place.announce) await this.notifications.announce(tx, conversationId);
    return { ...written, version, changed: true };
  }
}

function stale(kind: string, held: VersionRow | null): ToolError {
  if (!held)
    return new ToolError('CONFLICT', `The conversation has no ${kind} now; nothing was written.`, {
      currentVersion: null,
    });
  return new ToolError(
    'CONFLICT',
    `${kind} has changed: its current version is ${held.currentVersion}. Read it again and redo the change; nothing was written.`,
    {
      currentVersion: held.currentVersion,
      updatedAt: held.createdAt.toISOString(),
      updatedBy: authorName(held),
    },
  );
}

/** Hash of one file of a version; undefined if it has no such file. */
function hashInFile(version: VersionRow | undefined, path: string): string | undefined {
  const { files = [] } = (version?.contentJson ?? {}) as { files?: ArtifactFile[] };
  return files.find((file) => file.path === path)?.sha256;
}

/** Hash of the canonical content, independent of the order of properties and of computed times and authors. */
function hashOf(content: ArtifactContent): string {
  return createHash('sha256').update(canonicalText(content)).digest('hex');
}
