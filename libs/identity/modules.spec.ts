import { Writable } from 'node:stream';
import { Controller, Get, InternalServerErrorException } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { Logger } from 'nestjs-pino';
import { ConfigModule, loadConfig } from '#config';
import { Database, DatabaseModule } from '#database';
import { ATTRIBUTES, LoggingModule, TelemetryModule, withSpan } from '#telemetry';
import { eventually, SOON_MS } from '../../test/harness/eventually.ts';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import { IdentityModule } from './identity.module.ts';
import { OrgService } from './orgs/org.service.ts';

@Controller()
class ProbeController {
  @Get('health/live')
  live(): string {
    return 'ok';
  }

  @Get('v1/fails')
  fails(): never {
    throw new InternalServerErrorException('told to');
  }
}

/**
 * nestjs-pino has one logger per process, that of the first app, and suites share a process: another suite's would keep
 * its destination and its level. The package has a reset for tests, which its index does not export.
 */
async function forgetLogger(): Promise<void> {
  const { resetRootLogger } = (await import(
    new URL('rootLogger.js', import.meta.resolve('nestjs-pino')).href
  )) as { resetRootLogger: () => void };
  resetRootLogger();
}

/** The three modules together on the real database, as the apps have them. */
describe('the modules of telemetry and identity', () => {
  const on = suiteDatabase();
  let app: NestFastifyApplication;
  const lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    await forgetLogger();
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
        done();
      },
    });
    const config = loadConfig({
      DATABASE_URL: on.settings.url,
      NODE_ENV: 'test',
      ORG_TIMEZONE: 'Asia/Dubai',
      OPENAI_API_KEY: 'sk-of-the-deployment',
      OPENAI_BASE_URL: 'https://models.example/v1',
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    });
    const module = await Test.createTestingModule({
      imports: [
        ConfigModule.forRoot(config),
        DatabaseModule,
        LoggingModule.forRoot({ serviceName: 'turnpike-test', destination }),
        TelemetryModule.forRoot({ serviceName: 'turnpike-test' }),
        IdentityModule,
      ],
      controllers: [ProbeController],
    }).compile();
    app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
    app.useLogger(app.get(Logger));
    await app.listen(0, '127.0.0.1');
  });

  afterAll(forgetLogger);

  it('log requests but not probes, without query secrets and headers', async () => {
    const address = await app.getUrl();
    await fetch(`${address}/health/live`);
    await fetch(`${address}/v1/fails?token=abc123`, {
      headers: { authorization: 'Bearer abcdefghijklmnop' },
    });
    const requests = await eventually(async () => {
      const logged = lines.filter((line) => 'responseTime' in line);
      expect(logged).not.toEqual([]);
      return logged;
    }, SOON_MS);
    expect(requests).toEqual([expect.objectContaining({ level: 'error', res: { statusCode: 500 } })]);
    expect(JSON.stringify(lines)).not.toMatch(/abc123|abcdefghijklmnop/);
  });

  it('expose the settings of the deployment, but no credentials', async () => {
    const orgs = app.get(OrgService);
    const org = await orgs.ensure({ slug: 'demo', name: 'Demo', settings: { SPAN_TEXTS: 'omit' } });
    const settings: { get(name: string): string | undefined } = await orgs.settingsOf(org.id);
    expect(settings.get('ORG_TIMEZONE')).toBe('Asia/Dubai');
    expect(settings.get('NODE_ENV')).toBe('test');
    for (const name of ['DATABASE_URL', 'SECRETS_KEY', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'])
      expect([name, settings.get(name)]).toEqual([name, undefined]);
  });

  it("give an org its own time zone; the deployment's is for orgs made without one", async () => {
    const orgs = app.get(OrgService);
    const zoneOf = async (orgId: string) => (await orgs.settingsOf(orgId)).get('ORG_TIMEZONE');
    const cyprus = await orgs.create({ slug: 'cyprus', name: 'Cyprus', timezone: 'Asia/Nicosia' });
    const plain = await orgs.create({ slug: 'plain', name: 'Plain' });
    expect([plain.timezone, await zoneOf(plain.id)]).toEqual(['Asia/Dubai', 'Asia/Dubai']);
    expect(await zoneOf(cyprus.id)).toBe('Asia/Nicosia');
    await app
      .get(Database)
      .forOrg(cyprus.id, (tx) => orgs.changeSettings(tx, { ORG_TIMEZONE: 'Europe/Athens' }));
    expect(await zoneOf(cyprus.id)).toBe('Europe/Athens');
  });

  it('write the last spans under the org’s policy before the pool is closed', async () => {
    const org = await app.get(OrgService).ensure({ slug: 'demo', name: 'Demo' });
    let traceId = '';
    const attributes = { [ATTRIBUTES.orgId]: org.id, [ATTRIBUTES.input]: 'private' };
    await withSpan('turn', { kind: 'turn', attributes }, async (span) => {
      traceId = span.spanContext().traceId;
    });
    expect(app.get(Database)).toBeInstanceOf(Database);
    await app.close();
    const spans = await on.database.forOrg(org.id, (tx) =>
      tx.query('SELECT name, status, input FROM spans WHERE org_id = $1 AND trace_id = $2', [traceId]),
    );
    expect(spans).toEqual([expect.objectContaining({ name: 'turn', status: 'success', input: null })]);
  });
});
