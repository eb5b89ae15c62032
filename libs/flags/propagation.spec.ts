import { randomBytes } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { ConfigModule, loadConfig, type DatabaseSettings } from '#config';
import { DatabaseModule } from '#database';
import { IdentityModule, OrgService, type Org } from '#identity';
import { NotificationsModule } from '#queue';
import { LoggingModule } from '#telemetry';
import { createEmbeddedTestDatabase } from '../../test/harness/embedded-test-database.ts';
import { eventually, SOON_MS } from '../../test/harness/eventually.ts';
import { describeWith, TEST_REDIS_URL, type TestService } from '../../test/harness/services.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { FlagService } from './commands/flag.service.ts';
import { orgPlace } from './flag-place.ts';
import { GivenEvidence } from './flags.fixture.ts';
import { FlagsModule } from './flags.module.ts';
import { Flags } from './flags.ts';

const backends: [string, TestService[], () => Promise<TestDatabase>, Record<string, string>][] = [
  ['embedded', [], createEmbeddedTestDatabase, {}],
  ['postgres', ['postgres'], createTestDatabase, {}],
  ['redis', ['postgres', 'redis'], createTestDatabase, { REDIS_URL: TEST_REDIS_URL }],
];

@Module({})
class ProcessModule {
  static of(settings: DatabaseSettings, env: Record<string, string>) {
    const url = settings.kind === 'embedded' ? 'EMBEDDED_DATABASE_URL' : 'DATABASE_URL';
    const config = loadConfig({ [url]: settings.url, LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '3', ...env });
    return {
      module: ProcessModule,
      imports: [
        ConfigModule.forRoot(config),
        LoggingModule.forRoot({ serviceName: 'test' }),
        DatabaseModule,
        NotificationsModule,
        IdentityModule,
        FlagsModule.forRoot({ evidence: GivenEvidence }),
      ],
    };
  }
}

describe.each(backends)('a flag that one process changes (%s)', (backend, services, create, env) => {
  describeWith(services, backend, () => {
    let testDatabase: TestDatabase;
    let writer: INestApplicationContext;
    let reader: INestApplicationContext;
    let org: Org;

    beforeAll(async () => {
      testDatabase = await create();
      const prefix = `test-${randomBytes(5).toString('hex')}`;
      const start = () =>
        NestFactory.createApplicationContext(
          ProcessModule.of(testDatabase.settings, { QUEUE_PREFIX: prefix, ...env }),
          { logger: ['error'] },
        );
      writer = await start();
      reader = await start();
      org = await writer.get(OrgService).create({ slug: 'org', name: 'Org' });
    });

    afterAll(async () => {
      await reader?.close();
      await writer?.close();
      await testDatabase?.drop();
    });

    const modeIn = (app: INestApplicationContext) => app.get(Flags).variant('tool_broker', { orgId: org.id });

    it('changes in every process soon, and in its own process at once', async () => {
      const service = writer.get(FlagService);
      for (const value of ['enforce', 'shadow', 'off']) {
        const decision = { actor: { kind: 'system' as const }, why: `now ${value}` };
        await service.set('tool_broker', orgPlace('org', org.id), { value }, decision);
        expect(await modeIn(writer)).toBe(value);
        await eventually(async () => expect(await modeIn(reader)).toBe(value), SOON_MS);
      }
    });

    it('is killed everywhere soon', async () => {
      const service = writer.get(FlagService);
      const because = (why: string) => ({ actor: { kind: 'system' as const }, why });
      await service.set('ptc', orgPlace('org', org.id), { value: true }, because('on'));
      await service.kill('ptc', because('incident'));
      await eventually(
        async () => expect(await reader.get(Flags).isOn('ptc', { orgId: org.id })).toBe(false),
        SOON_MS,
      );
    });
  });
});
