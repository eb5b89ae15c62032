import { createHash, randomBytes } from 'node:crypto';
import { apiKeyScopes } from '#contracts';
import { Marks } from './marks.ts';
import type { ProbedServers } from './servers.ts';
import { StrangerRows, type OrgTable } from './stranger-rows.ts';

/** An org with rows in every table, whose values are recognisable wherever they appear. */
export class Strangers {
  readonly cursors: string[] = [];
  tables: readonly OrgTable[] = [];

  private constructor(
    private readonly servers: ProbedServers,
    readonly marks: Marks,
    readonly orgId: string,
    readonly slug: string,
    private readonly key: string,
  ) {}

  static async plant(servers: ProbedServers): Promise<Strangers> {
    const marks = new Marks();
    const [orgId, slug] = [marks.newId(), marks.newKey()];
    await servers.rows(
      `INSERT INTO orgs (id, slug, name, default_pack, packs, timezone, settings, created_at)
       SELECT $1, $2, $3, 'estio', packs, 'UTC', '{"MESSAGES_PER_MINUTE":"0"}', now()
         FROM (SELECT array_agg(DISTINCT pack) AS packs FROM orgs, unnest(packs) AS pack) AS known`,
      [orgId, slug, marks.newSecret()],
    );
    const key = `tp_${randomBytes(32).toString('base64url')}`;
    const strangers = new Strangers(servers, marks, orgId, slug, key);
    await strangers.addKey();
    await strangers.talk();
    const rows = new StrangerRows(servers, marks, orgId);
    await rows.fillTables();
    strangers.tables = rows.tables;
    marks.ids.unshift(...marks.unmarked);
    await strangers.turnPages();
    return strangers;
  }

  headers(more: Record<string, string> = {}): Record<string, string> {
    return { authorization: `Bearer ${this.key}`, 'content-type': 'application/json', ...more };
  }

  /** A digest of the org's rows by table. */
  async digests(): Promise<Record<string, string>> {
    const digests: Record<string, string> = {};
    for (const { name } of this.tables) {
      const own = name === 'orgs' ? 'id' : 'org_id';
      const [row] = await this.servers.rows<{ digest: string }>(
        `SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS digest FROM "${name}" t WHERE ${own} = $1`,
        [this.orgId],
      );
      digests[name] = row?.digest ?? '';
    }
    return digests;
  }

  private async addKey(): Promise<void> {
    const userId = this.marks.newId();
    await this.servers.rows(
      `INSERT INTO users (id, org_id, name, handle, role, created_at) VALUES ($1, $2, $3, $4, 'org_admin', now())`,
      [userId, this.orgId, this.marks.newSecret(), this.marks.newKey()],
    );
    await this.servers.rows(
      `INSERT INTO api_keys (id, org_id, name, hash, prefix, scopes, user_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now())`,
      [
        this.marks.newId(),
        this.orgId,
        this.marks.newSecret(),
        createHash('sha256').update(this.key).digest(),
        this.key.slice(0, 8),
        apiKeyScopes,
        userId,
      ],
    );
  }

  /** Rows that the product creates itself: messages and turns. */
  private async talk(): Promise<void> {
    for (let count = 0; count < 3; count += 1) {
      const [contact, externalId, key] = [this.marks.newKey(), this.marks.newKey(), this.marks.newKey()];
      const answer = await this.servers.ask({
        server: 'api',
        method: 'POST',
        url: '/v1/messages',
        headers: this.headers({ 'idempotency-key': key }),
        payload: JSON.stringify({ contact, channel: 'chat', text: this.marks.newSecret(), externalId }),
      });
      if (answer.status !== 202) throw new Error(`The strangers' message: ${answer.text}`);
      const { turnId, conversationId, traceId } = JSON.parse(answer.text) as Record<string, string>;
      this.marks.unmarked.push(...[turnId, conversationId, traceId].filter((id) => id !== undefined));
    }
  }

  /** Cursors into the org's own lists. */
  private async turnPages(): Promise<void> {
    const lists = this.servers.routes.filter(({ queryParameters }) =>
      queryParameters.some(({ name }) => name === 'cursor'),
    );
    for (const route of lists.filter(({ pathParameters }) => pathParameters.length === 0)) {
      const answer = await this.servers.ask({
        server: route.server,
        method: route.method,
        url: `${route.path}?limit=1`,
        headers: this.headers(),
      });
      if (answer.status !== 200) continue;
      const { nextCursor } = JSON.parse(answer.text) as { nextCursor?: string | null };
      if (nextCursor) this.cursors.push(nextCursor);
    }
    for (const id of this.marks.ids.slice(0, 50))
      this.cursors.push(Buffer.from(JSON.stringify(['2026-11-20T10:00:00Z', id])).toString('base64url'));
  }
}
