import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { apiKeyScopes, type ApiKeyScope } from '#contracts';
import { eventually } from '../harness/eventually.ts';
import { Installation, type Backend, type InstallationOptions } from '../harness/installation.ts';
import type { TestService } from '../harness/services.ts';

/** Outside services that each backend needs. */
export const needsOf: Record<Backend, TestService[]> = {
  embedded: [],
  postgres: ['postgres'],
  redis: ['postgres', 'redis'],
};

const MAX_WAIT_S = 20;

/** The fields of a turn that the suites read. */
export interface TurnSeen {
  id: string;
  conversationId: string;
  traceId: string;
  state: string;
  agent: string;
  reply: { text: string } | null;
}

/** The API's response for a message whose turn is queued. */
export interface Accepted {
  turnId: string;
  conversationId: string;
  traceId: string;
}

export interface ToolCallSeen {
  tool: string;
  arguments: Record<string, unknown>;
  result: { success: boolean; data?: Record<string, unknown> };
}

/** An installation with direct access to its database, which bypasses the org's role. */
export class ApiTest {
  private constructor(
    readonly turnpike: Installation,
    private readonly client: Client,
  ) {}

  static async start(options: InstallationOptions): Promise<ApiTest> {
    const turnpike = await Installation.start(options);
    const client = new Client({ connectionString: turnpike.database.url });
    await client.connect();
    return new ApiTest(turnpike, client);
  }

  async stop(): Promise<void> {
    await this.client.end();
    await this.turnpike.stop();
  }

  async rows<Row = Record<string, unknown>>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    const { rows } = await this.client.query(sql, parameters);
    return rows as Row[];
  }

  /** Sends a message and waits until its turn ends. */
  async send(body: Record<string, unknown>): Promise<TurnSeen> {
    const response = await this.turnpike.request(`/v1/messages?wait=${MAX_WAIT_S}`, {
      method: 'POST',
      body: JSON.stringify({ channel: 'chat', ...body }),
    });
    const answer = await response.text();
    if (response.status !== 200) throw new Error(`${response.status}: ${answer}`);
    return JSON.parse(answer) as TurnSeen;
  }

  /** Sends a message without waiting for its turn. */
  async accept(
    body: Record<string, unknown>,
    { key, headers }: { key?: string; headers?: Record<string, string> } = {},
  ): Promise<Accepted> {
    const response = await this.turnpike.request('/v1/messages', {
      method: 'POST',
      body: JSON.stringify('conversationId' in body ? body : { channel: 'chat', ...body }),
      headers,
      ...(key === undefined ? {} : { key }),
    });
    if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as Accepted;
  }

  async turn<Seen extends object = TurnSeen>(id: string): Promise<Seen> {
    return (await (await this.turnpike.request(`/v1/turns/${id}`)).json()) as Seen;
  }

  /** Waits until the turn has the given state. */
  untilState(id: string, state: string): Promise<TurnSeen> {
    return eventually(async () => {
      const turn = await this.turn(id);
      expect(turn.state).toBe(state);
      return turn;
    });
  }

  /** The tool calls of a turn, in order. */
  toolCalls(turnId: string): Promise<ToolCallSeen[]> {
    return this.rows<ToolCallSeen>(
      'SELECT tool, arguments, result FROM tool_calls WHERE turn_id = $1 ORDER BY created_at, step_key',
      [turnId],
    );
  }

  /** Another org with the pack estio. */
  async createOrg(slug: string): Promise<string> {
    const id = randomUUID();
    await this.rows(
      `INSERT INTO orgs (id, slug, name, default_pack, packs, timezone, settings, created_at)
       VALUES ($1, $2, $2, 'estio', '{estio}', 'UTC', '{}', now())`,
      [id, slug],
    );
    return id;
  }

  /** A key of the org with an admin's rights, with every scope unless some are named. */
  async createKey(orgId: string, scopes: readonly ApiKeyScope[] = apiKeyScopes): Promise<string> {
    const key = `tp_${randomBytes(32).toString('base64url')}`;
    const hash = createHash('sha256').update(key).digest();
    await this.rows(
      `WITH admin AS (
         INSERT INTO users (id, org_id, name, handle, role, created_at)
         VALUES ($6, $2, 'Test admin', $7, 'org_admin', now()) RETURNING id
       )
       INSERT INTO api_keys (id, org_id, name, hash, prefix, scopes, user_id, created_at)
       SELECT $1, $2, 'Test', $3, $4, $5, id, now() FROM admin`,
      [
        randomUUID(),
        orgId,
        hash,
        key.slice(0, 8),
        scopes,
        randomUUID(),
        `test-${key.slice(3, 11).toLowerCase()}`,
      ],
    );
    return key;
  }

  async orgId(slug: string): Promise<string> {
    const [org] = await this.rows<{ id: string }>('SELECT id FROM orgs WHERE slug = $1', [slug]);
    if (!org) throw new Error(`There is no org ${slug}`);
    return org.id;
  }
}
