// npm run mcp: serves MCP to the client that starts it, on stdin and stdout, in the installation that runs here or whose
// database DATABASE_URL names.
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
import { ToolRegistry, ToolsModule, packTaskTiers } from '#tools';
import { mcpServing } from '#turns';
import { installedPacks } from '../packs/index.ts';
import { readCommandLine } from './command-line.ts';
import { operatorConfig, orgNamed, runCommand, withServices } from './operator.ts';
import { sampleVariables } from './start/running-samples.ts';
import { StartRefusedError } from './start/start.errors.ts';
import { StopSignal } from './start/stop-signal.ts';

const USAGE = `npm run --silent mcp -- --org SLUG [--key tp_… | --user HANDLE] [--conversation ID] [--voice] [--all-tools]
  --org SLUG           whose tools, resources and prompts
  --key KEY            acts as this API key does, which needs the scope mcp (also: MCP_API_KEY in the environment)
  --user HANDLE        acts as this member of the org; without key and user, as a customer
  --conversation ID    gives the calls a conversation
  --voice              the rules of voice: two attempts, no cache, the voice profile
  --all-tools          lists every tool, not only those that are always there`;

type Options = ReturnType<typeof readArguments>;

async function main(): Promise<void> {
  const given = readArguments();
  const stop = StopSignal.ofProcess();
  stop.onSecond(() => process.exit(1));
  // As the apps of the start that runs here: the demo orgs have the sample services.
  Object.assign(process.env, sampleVariables(process.env.DATA_DIR || '.data', process.env));
  const config = await operatorConfig();
  const options = { ...given, key: given.key ?? (given.user ? undefined : config.environment.MCP_API_KEY) };
  const packs = installedPacks(config);
  const modules = [
    QueueModule,
    OutboundModule.forRoot({ sealer: SecretBox }),
    FlagsModule.forRoot({
      packFlags: packs.flatMap(({ flags = [] }) => flags),
      evidence: RolloutEvidenceReadModel,
    }),
    ToolsModule.forPacks(packs),
    ModelsModule.forRoot({
      app: 'mcp',
      inject: [ToolRegistry],
      standIn: (registry: ToolRegistry) => offlineStandIn(registry, offlinePacks),
      taskTiers: packTaskTiers,
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
}

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
    throw new StartRefusedError(`--key: this API key is not of the org ${options.org}.`);
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

function readArguments() {
  const values = parse();
  if (!values.org)
    throw new StartRefusedError(`--org is missing: the slug of the org that is meant.\n${USAGE}`);
  if (values.key && values.user)
    throw new StartRefusedError(`--key and --user exclude each other: a key says as whom it acts.\n${USAGE}`);
  return { ...values, org: values.org };
}

function parse() {
  return readCommandLine(USAGE, {
    options: {
      org: { type: 'string' },
      key: { type: 'string' },
      user: { type: 'string' },
      conversation: { type: 'string' },
      voice: { type: 'boolean', default: false },
      'all-tools': { type: 'boolean', default: false },
    },
  }).values;
}

runCommand(main);
