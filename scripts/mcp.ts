// npm run mcp: serves MCP on standard input and output, for the client that starts it.
import type { INestApplicationContext } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { RolloutEvidenceReadModel } from '#broker';
import { Database } from '#database';
import { FlagsModule } from '#flags';
import { ApiKeyService, SecretBox, UserService } from '#identity';
import { MCP_CALLERS, McpClientModule, McpServers, serveOnStdio, type McpConnection } from '#mcp';
import { ModelsModule } from '#models';
import { offlineStandIn } from '#offline-model';
import { offlinePacks } from '#packs/offline';
import { OutboundModule } from '#outbound';
import { QueueModule } from '#queue';
import { ToolRegistry, ToolsModule, taskTiersOf } from '#tools';
import { mcpServing } from '#turns';
import { installedPacks } from '../packs/index.ts';
import type { LineOf } from './commands/command-line.ts';
import { mcp } from './commands/database-programs.ts';
import { runCommand } from './commands/run-command.ts';
import { operatorConfig, orgNamed, withServices } from './operator.ts';
import { sampleVariables } from './start/sample-variables.ts';
import { StartRefusedError } from './start/start.errors.ts';
import { StopSignal } from './start/stop-signal.ts';

type Options = Omit<LineOf<typeof mcp>['options'], 'key'> & { key: string | undefined };

void runCommand(mcp, async ({ options: given }) => {
  const stop = StopSignal.ofProcess();
  stop.onSecond(() => process.exit(1));
  // The demo orgs use the sample services of the npm start that runs with this DATA_DIR.
  Object.assign(process.env, sampleVariables(process.env.DATA_DIR || '.data', process.env));
  const config = await operatorConfig();
  const options = { ...given, key: given.key ?? (given.user ? undefined : config.environment.MCP_API_KEY) };
  const packs = installedPacks(config);
  const modules = [
    QueueModule,
    OutboundModule.forRoot({ sealer: SecretBox }),
    FlagsModule.forRoot({ packs, evidence: RolloutEvidenceReadModel }),
    ToolsModule.forPacks(packs),
    ModelsModule.forRoot({
      app: 'mcp',
      inject: [ToolRegistry],
      standIn: (registry: ToolRegistry) => offlineStandIn(registry, offlinePacks),
      taskTiers: taskTiersOf(packs),
    }),
    mcpServing(),
    McpClientModule.forApp('mcp'),
  ];
  await withServices(config, modules, async (services) => {
    const connection = await connectionOf(services, options);
    const logger = await services.resolve(PinoLogger);
    await serveOnStdio(
      {
        servers: services.get(McpServers),
        callers: services.get(MCP_CALLERS),
        registry: services.get(ToolRegistry),
        logger,
      },
      connection,
      stop.requested,
    );
  });
});

async function connectionOf(services: INestApplicationContext, options: Options): Promise<McpConnection> {
  const { conversation, voice, 'all-tools': allTools } = options;
  const rest = { voice, allTools, conversationId: conversation ?? null };
  if (options.key === undefined) {
    const org = await orgNamed(services, options.org);
    const user = options.user === undefined ? null : await memberOf(services, org.id, options.user);
    return { org, keyId: null, user, ...rest };
  }
  const caller = await services.get(ApiKeyService).authenticate(options.key);
  if (!caller) throw new StartRefusedError('--key: this API key is not known, or was revoked.');
  if (caller.org.slug !== options.org)
    throw new StartRefusedError(`--key: this API key does not belong to the org ${options.org}.`);
  if (!caller.scopes.includes('mcp'))
    throw new StartRefusedError('--key: this API key lacks the scope "mcp".');
  return { org: caller.org, keyId: caller.keyId, user: caller.user, ...rest };
}

async function memberOf(services: INestApplicationContext, orgId: string, handle: string) {
  const user = await services
    .get(Database)
    .forOrg(orgId, (tx) => services.get(UserService).byHandleOrId(tx, handle));
  if (!user || user.disabledAt !== null)
    throw new StartRefusedError(`--user: the org has no member ${handle}.`);
  return user;
}
