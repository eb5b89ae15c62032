import { randomBytes } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Pool } from 'pg';
import { createClock, loadConfig } from '#config';
import { CSRF_HEADER, type ConsoleSession } from '#contracts/console';
import { createAdminApp } from '../../apps/admin/src/admin-app.ts';
import { createApi } from '../../apps/api/create-api.ts';
import { describeApi } from '../../apps/api/openapi.ts';
import { documentedRoutes, type DocumentedRoute } from '../../apps/api/testing/documented-routes.ts';
import { seedDemo, type SeededDemo } from '../../scripts/start/demo-seed.ts';
import { inTime } from '../harness/in-time.ts';
import { createTestDatabase } from '../harness/test-database.ts';

export type ServerName = 'api' | 'admin';

/** An operation of the OpenAPI document of the API or of the console. */
export interface ServedRoute extends DocumentedRoute {
  server: ServerName;
}

export interface ProbeRequest {
  server: ServerName;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

export interface ProbeAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** The API and the console in this process, without a port, on their own database with the demo orgs. */
export class ProbedServers {
  private constructor(
    private readonly apps: Record<ServerName, NestFastifyApplication>,
    readonly routes: ServedRoute[],
    readonly demo: SeededDemo,
    /** A connection that bypasses every policy. */
    readonly database: Pool,
    private readonly drop: () => Promise<void>,
  ) {}

  static async start(): Promise<ProbedServers> {
    const { settings, drop } = await createTestDatabase();
    const config = loadConfig({
      DATABASE_URL: settings.url,
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      QUEUE_PREFIX: `test-${randomBytes(5).toString('hex')}`,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      MODEL_PROVIDER: 'offline',
      EMBEDDING_PROVIDER: 'offline',
    });
    const demo = await seedDemo({ config, clock: createClock(undefined), known: undefined });
    const apps = { api: await createApi(config), admin: await createAdminApp(config) };
    for (const app of Object.values(apps)) {
      await app.init();
      await app.getHttpAdapter().getInstance().ready();
    }
    // A single connection, so that its settings apply to all later statements.
    const database = new Pool({ connectionString: settings.url, max: 1 });
    return new ProbedServers(apps, routesOf(apps), demo, database, drop);
  }

  async stop(): Promise<void> {
    await this.database.end();
    for (const app of Object.values(this.apps)) await app.close();
    await this.drop();
  }

  app(server: ServerName): NestFastifyApplication {
    return this.apps[server];
  }

  /** @throws Error if there is no response within half a minute */
  async ask({ server, method, url, headers, payload }: ProbeRequest): Promise<ProbeAnswer> {
    const answer = this.apps[server].inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    const { statusCode, headers: answered, body } = await inTime(answer, `${method} ${url}`);
    const texts = Object.entries(answered).map(([name, value]) => [name, String(value)] as const);
    return { status: statusCode, headers: Object.fromEntries(texts), text: body };
  }

  /**
   * Adds an analyst who belongs to this member's org only, with the member's password: the demo analysts read every
   * org.
   *
   * @returns the e-mail address.
   */
  async addAnalystBeside(member: string): Promise<string> {
    const email = `analyst-beside-${member}`;
    await this.rows(
      `INSERT INTO users (id, org_id, name, handle, role, email, password_hash, created_at)
       SELECT gen_random_uuid(), org_id, 'Analyst of one org', 'analyst-of-one', 'analyst', $2, password_hash, created_at
         FROM users WHERE email = $1`,
      [member, email],
    );
    return email;
  }

  /**
   * Headers of a console session of this demo user. @param asWho user whose password is sent; the user's own if absent
   */
  async signIn(email: string, asWho = email): Promise<Record<string, string>> {
    const person = [this.demo.admin, ...this.demo.people].find((known) => known.email === asWho);
    const answer = await this.ask({
      server: 'admin',
      method: 'POST',
      url: '/admin/session',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ email, password: person?.password }),
    });
    if (answer.status !== 200 && answer.status !== 201) throw new Error(`${email}: ${answer.text}`);
    const { session } = JSON.parse(answer.text) as { session: ConsoleSession };
    const cookie = (answer.headers['set-cookie'] ?? '').split(';')[0] ?? '';
    return { cookie, [CSRF_HEADER]: session.csrfToken };
  }

  keyOf(slug: string): string {
    const org = this.demo.orgs.find((known) => known.slug === slug);
    if (!org) throw new Error(`There is no demo org ${slug}`);
    return org.apiKey;
  }

  async rows<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return (await this.database.query(sql, parameters)).rows as Row[];
  }
}

function routesOf({ api, admin }: Record<ServerName, NestFastifyApplication>): ServedRoute[] {
  const console = SwaggerModule.createDocument(admin, new DocumentBuilder().build());
  return [
    ...documentedRoutes(describeApi(api)).map((route) => ({ ...route, server: 'api' as const })),
    ...documentedRoutes(console).map((route) => ({ ...route, server: 'admin' as const })),
  ];
}

/** The path with its parameters replaced by `valueOf`. */
export function pathOf(route: ServedRoute, valueOf: (parameter: string) => string): string {
  return route.path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(valueOf(parameter).toWellFormed()),
  );
}
