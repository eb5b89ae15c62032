import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  cursorCodec,
  momentCursor,
  toPage,
  type ArtifactContentView,
  type ArtifactQuery,
  type ArtifactVersionView,
  type ArtifactView,
  type Page,
} from '#contracts';
import { Database } from '#database';
import type { ArtifactVersion } from './artifact-version.entity.ts';
import { contentOf, type AuthorColumns, type VersionRow } from './artifact.repository.ts';
import { asText } from './content-text.ts';
import { lineChanges, unifiedDifference } from './difference.ts';

const versionCursor = cursorCodec(z.int().min(1).max(2_147_483_647));

interface ListedRow extends AuthorColumns {
  id: string;
  kind: string;
  title: string;
  version: number;
  bytes: number;
  createdAt: Date;
  updatedAt: Date;
}

type ListedVersionRow = AuthorColumns &
  Pick<ArtifactVersion, 'version' | 'createdAt' | 'strategy' | 'bytes' | 'warnings' | 'turnId'> &
  Pick<ArtifactVersion, 'linesAdded' | 'linesRemoved'>;

type ContentRow = ListedVersionRow &
  Pick<VersionRow, 'id' | 'kind' | 'title' | 'currentVersion' | 'content' | 'contentJson'>;

const AUTHOR = `v.created_by AS "createdBy", v.created_by_kind AS "createdByKind", v.agent`;
const VERSION = `v.version, v.created_at AS "createdAt", ${AUTHOR}, v.turn_id AS "turnId", v.strategy, v.bytes,
       v.lines_added AS "linesAdded", v.lines_removed AS "linesRemoved", v.warnings`;

const LIST = `
  SELECT a.id, a.kind, a.title, v.version, v.bytes, a.created_at AS "createdAt", a.updated_at AS "updatedAt", ${AUTHOR}
    FROM artifacts a
    JOIN artifact_versions v ON v.org_id = a.org_id AND v.artifact_id = a.id AND v.version = a.current_version
   WHERE a.org_id = $1 AND a.conversation_id = $2 AND ($4::timestamptz IS NULL OR (a.updated_at, a.id) < ($4, $5::uuid))
   ORDER BY a.updated_at DESC, a.id DESC LIMIT $3`;
const OF_KIND = `
    FROM artifacts a JOIN artifact_versions v ON v.org_id = a.org_id AND v.artifact_id = a.id
   WHERE a.org_id = $1 AND a.conversation_id = $2 AND a.kind = $3`;
const VERSIONS = `SELECT ${VERSION} ${OF_KIND} AND v.version < $5 ORDER BY v.version DESC LIMIT $4`;
const CONTENT = `
  SELECT a.id, a.kind, a.title, a.current_version AS "currentVersion", v.content, v.content_json AS "contentJson", ${VERSION}
  ${OF_KIND} AND v.version = coalesce($4, a.current_version)`;
/** Cursor before all versions. */
const NO_VERSION = 2_147_483_647;

@Injectable()
export class ArtifactReadModel {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** The artifacts of a conversation, the last changed first. @throws CursorError */
  async page(
    orgId: string,
    conversationId: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<Page<ArtifactView>> {
    const [at, id] = cursor ? momentCursor.decode(cursor) : [null, null];
    const rows = await this.database.forOrg(orgId, (tx) =>
      tx.query<ListedRow>(LIST, [conversationId, limit + 1, at, id]),
    );
    return toPage(rows, limit, (row) => momentCursor.encode([row.updatedAt, row.id]), listed(conversationId));
  }

  /**
   * The versions of an artifact, newest first. A cursor may be beyond the last version.
   *
   * @returns undefined if the artifact does not exist.
   * @throws CursorError
   */
  async versions(
    orgId: string,
    conversationId: string,
    kind: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<Page<ArtifactVersionView> | undefined> {
    const before = cursor ? versionCursor.decode(cursor) : NO_VERSION;
    const rows = await this.database.forOrg(orgId, (tx) =>
      tx.query<ListedVersionRow>(VERSIONS, [conversationId, kind, limit + 1, before]),
    );
    if (rows.length === 0 && !(await this.find(orgId, conversationId, kind))) return undefined;
    return toPage(rows, limit, ({ version }) => versionCursor.encode(version), toVersionView);
  }

  /** One version with its content. @returns undefined if the artifact or version does not exist. */
  async find(
    orgId: string,
    conversationId: string,
    kind: string,
    { version, against }: ArtifactQuery = {},
  ): Promise<ArtifactContentView | undefined> {
    const [row, other] = await this.database.forOrg(orgId, (tx) => {
      const read = (wanted: number | undefined) =>
        tx.query<ContentRow>(CONTENT, [conversationId, kind, wanted ?? null]);
      return Promise.all([read(version), against === undefined ? [] : read(against)]);
    });
    const [found, compared] = [row[0], other[0]];
    if (!found || (against !== undefined && !compared)) return undefined;
    return toContentView(found, compared);
  }
}

function listed(conversationId: string) {
  return ({ createdBy, createdByKind, agent, createdAt, updatedAt, ...row }: ListedRow): ArtifactView => {
    const self = `/v1/conversations/${conversationId}/artifacts/${row.kind}`;
    return {
      ...row,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      updatedBy: authorOf({ createdBy, createdByKind, agent }),
      links: { self, versions: `${self}/versions` },
    };
  };
}

function authorOf({ createdBy, createdByKind, agent }: AuthorColumns): ArtifactView['updatedBy'] {
  return { kind: createdByKind, user: createdBy, agent };
}

function toVersionView(row: ListedVersionRow): ArtifactVersionView {
  const { version, createdAt, turnId, strategy, bytes, linesAdded, linesRemoved, warnings } = row;
  return {
    version,
    createdAt: createdAt.toISOString(),
    author: authorOf(row),
    turnId,
    strategy,
    bytes,
    change: { added: linesAdded, removed: linesRemoved },
    warnings,
  };
}

function toContentView(row: ContentRow, compared: ContentRow | undefined): ArtifactContentView {
  const { id, kind, title, currentVersion, content, contentJson } = row;
  return {
    ...toVersionView(row),
    id,
    kind,
    title,
    currentVersion,
    content: contentOf(row),
    parts: content === null ? null : contentJson,
    difference: compared ? differenceOf(compared, row) : null,
  };
}

function differenceOf(before: ContentRow, after: ContentRow): string {
  const changes = lineChanges(asText(contentOf(before)), asText(contentOf(after)));
  return unifiedDifference(changes, [`${before.kind} v${before.version}`, `${after.kind} v${after.version}`]);
}
