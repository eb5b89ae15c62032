import { randomUUID } from 'node:crypto';
import type { Clock } from '#config';
import type { Database } from '#database';
import { OutboundHttp, Webhooks, WebhookSecrets, WebhookSender, type SecretSealer } from '#outbound';
import { Outbox, type JobQueue } from '#queue';
import { newTraceparent } from '#telemetry';
import { ServerConnection } from '../../libs/mcp/client/server-connection.ts';
import { CompatibleModel } from '../../libs/models/providers/compatible.provider.ts';
import { modelRequest } from '../../libs/models/testing/model-request.fixture.ts';
import type { Resolver } from '../../libs/outbound/http/guarded-agent.ts';
import { Mail } from '../../libs/outbound/mail/mail.ts';
import { analyzeWebsiteTechStack } from '../../packs/consult/tools/analyze-website-tech-stack.tool.ts';
import { searchTheWeb } from '../../packs/consult/integrations/web/search.ts';
import { outsideBusy } from '../../packs/estio/integrations/calendar-service.ts';
import { eSignatureOf } from '../../packs/estio/integrations/docusign.ts';
import { ArcGisService } from '../../packs/geo/integrations/arcgis/arcgis-service.ts';
import { readGeoSettings } from '../../packs/geo/settings.ts';
import type { ToolContext } from '#pack-kit';
import { fetchOnce } from '../../libs/turns/pipeline/attachments/fetch-attachment.ts';
import type { TurnPorts, TurnRun } from '../../libs/turns/pipeline/turn-context.ts';

/** The dependencies of a feature: the outbound client, as the apps provide it. */
export interface WayOut {
  http: OutboundHttp;
  resolve: Resolver;
  clock: Clock;
  database: Database;
}

/** Uses an address as the feature does. @throws the error of the feature */
export type UrlFeature = (url: string, way: WayOut) => Promise<unknown>;

const readerOf = (settings: Record<string, string>) => ({ get: (name: string) => settings[name] });
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Encryption has its own tests. */
const sealer: SecretSealer = { seal: (_place, secret) => secret, open: (_place, sealed) => sealed };

const tool = ({ http, clock }: WayOut, settings: Record<string, string> = {}) =>
  ({
    http,
    clock,
    settings: readerOf(settings),
    language: 'en',
    signal: new AbortController().signal,
  }) as unknown as ToolContext;

/** Every feature that takes an address from a request, from an org's settings or from an org's admin. */
export const URL_FEATURES: Record<string, UrlFeature> = {
  'webhooks: callbackUrl': (callbackUrl, way) => deliver(way, { callbackUrl }),
  'webhooks: the setting WEBHOOK_URL': (WEBHOOK_URL, way) => deliver(way, { WEBHOOK_URL }),
  'attachments by address': attach,
  'MCP servers of an org': connectMcp,
  'models of an org': askModel,
  'mail: the setting SMTP_URL': mail,
  'website analysis': (url, way) => analyzeWebsiteTechStack.execute({ url }, tool(way)),
  'web search: searxng': (url, way) => search(url, way, { SEARCH_PROVIDER: 'searxng' }),
  'web search: json': (url, way) => search(url, way, { SEARCH_PROVIDER: 'json', SEARCH_API_KEY: 'k' }),
  'web search: gemini': (url, way) => search(url, way, { SEARCH_PROVIDER: 'gemini', SEARCH_API_KEY: 'k' }),
  'e-signature': (url, way) => sign(url, way),
  'calendar service': (url, way) =>
    outsideBusy(
      tool(way, { CALENDAR_PROVIDER: 'http', CALENDAR_API_URL: url, CALENDAR_API_TOKEN: 't' }),
      [],
      { from: way.clock.now(), to: way.clock.now() },
    ),
  ArcGIS: async (url, { http }) => {
    const settings = readGeoSettings({ GEO_ARCGIS_BASE_URL: url });
    await new ArcGisService({ settings, http, tell: () => undefined }).get('/0', {});
  },
};

async function deliver(
  { database, clock, http }: WayOut,
  { callbackUrl = null, ...settings }: { callbackUrl?: string | null; WEBHOOK_URL?: string },
): Promise<void> {
  const [orgId, turnId] = [randomUUID(), randomUUID()];
  const jobs = {
    enqueue: async () => undefined,
    withoutJob: async (all: unknown) => all,
  } as unknown as JobQueue;
  const webhooks = new Webhooks(clock, new Outbox(database, clock, jobs, quiet));
  const turn = { id: turnId, conversationId: randomUUID(), traceparent: newTraceparent(), callbackUrl };
  await database.forOrg(orgId, (tx) => webhooks.add(tx, 'turn.completed', turn, readerOf({ ...settings })));
  const [row] = await database.forOrg(orgId, (tx) =>
    tx.query<{ id: string }>('SELECT id FROM webhook_deliveries WHERE org_id = $1'),
  );
  const secrets = new WebhookSecrets(sealer, clock);
  const sender = new WebhookSender(database, clock, http, secrets, async () => ({ id: turnId }));
  const round = { deliveryId: row?.id ?? '', round: 0 };
  await sender.attempt(orgId, round, new AbortController().signal);
}

async function attach(url: string, { http, clock, database }: WayOut): Promise<void> {
  const ports = { http, clock, database, files: { store: async () => ({ id: randomUUID() }) } };
  const run = {
    turn: { id: randomUUID(), orgId: randomUUID(), contactId: 'c' },
    signal: new AbortController().signal,
    log: { recorded: () => undefined, record: () => undefined, flush: async () => undefined },
  };
  const address = { messageId: randomUUID(), index: 0, url };
  const fetched = await fetchOnce(ports as unknown as TurnPorts, run as unknown as TurnRun, address);
  if ('problem' in fetched) throw new Error(fetched.problem);
}

async function connectMcp(url: string, { http, clock }: WayOut): Promise<void> {
  const failures: unknown[] = [];
  const logger = { info: () => undefined, warn: ({ err }: { err?: unknown }) => void failures.push(err) };
  const parts = { http, variables: () => ({}), clock, logger, changed: async () => undefined };
  const spec = { name: 'one', address: { url, headers: { authorization: 'Bearer t' } } };
  const connection = new ServerConnection('org/x/one', spec, parts);
  await connection.start();
  await connection.close();
  if (failures.length > 0) throw new AggregateError(failures, connection.error ?? 'not connected');
}

async function askModel(baseUrl: string, { http, clock }: WayOut): Promise<void> {
  const capabilities = { tools: true, vision: false, jsonSchema: false, streaming: false };
  const server = { name: 'own', model: 'm', capabilities, maxOutputTokens: 10, apiKey: 'k' };
  const fetch: typeof globalThis.fetch = (url, init) =>
    http.stream(url instanceof Request ? url.url : url, init);
  await new CompatibleModel(server, { baseUrl, clock, fetch }).generate(modelRequest('hi'));
}

async function mail(url: string, { http, resolve, clock, database }: WayOut): Promise<void> {
  const SMTP_URL = url.replace(/^http:/, 'smtps:');
  const settings = readerOf({ MAIL_TRANSPORT: 'smtp', MAIL_FROM: 'us@example.org', SMTP_URL });
  const sender = new Mail(database, clock, readerOf({}), http.guard, resolve).forOrg(randomUUID(), settings);
  await sender.send({ to: ['a@example.com'], subject: 's', text: 't', idempotencyKey: randomUUID() });
}

async function search(url: string, way: WayOut, settings: Record<string, string>): Promise<void> {
  await searchTheWeb(tool(way, { ...settings, SEARCH_API_URL: url }), { query: 'q' });
}

async function sign(url: string, way: WayOut): Promise<void> {
  const settings = {
    ESIGN_PROVIDER: 'docusign',
    ESIGN_BASE_URL: url,
    ESIGN_ACCOUNT_ID: 'a',
    ESIGN_ACCESS_TOKEN: 't',
  };
  await eSignatureOf(tool(way, settings)).send({
    document: { name: 'd.pdf', content: new Uint8Array([1]) },
    subject: 's',
    message: 'm',
    signers: [],
    expiresInDays: 1,
    idempotencyKey: 'k',
  });
}
