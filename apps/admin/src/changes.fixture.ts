import { randomUUID } from 'node:crypto';
import { embedOffline } from '#models';
import { seedInsights } from '#memory';
import {
  JobQueue,
  JobWorkers,
  jobNames,
  QUEUE_CONNECTION,
  type JobProcessor,
  type QueueConnection,
} from '#queue';
import { eventually } from '../../../test/harness/eventually.ts';
import { TEST_PASSWORD, type AdminFixture, type Client } from './admin.fixture.ts';
import { addDecision } from './broker/broker-decision.fixture.ts';
import { addTurn } from './console-rows.fixture.ts';

const why = 'a test of the audit log';
const WHY = { why };
const REASON = { reason: why };
const TOOL = 'search_properties';
const FINGERPRINT = /"fingerprint":"([^"]+)"/;

/** The users who make the changes. */
export interface Changers {
  admin: AdminFixture;
  /** A script of an admin of org A. */
  boss: Client;
  root: Client;
  stranger: Client;
}

type Change = (given: Changers) => Promise<Response>;

/**
 * One successful request for each route that changes something, by route name. Each creates the rows it
 * needs.
 */
export const CHANGES: Record<string, Change> = {
  'POST /admin/session': ({ stranger }) =>
    stranger.send('POST', '/admin/session', { body: { email: 'admin@a.example', password: TEST_PASSWORD } }),

  'POST /admin/analytics/queries': (given) => saveQuery(given),
  'PUT /admin/analytics/queries/:id': async (given) =>
    given.boss.send('PUT', `/admin/analytics/queries/${await idIn(saveQuery(given))}`, { body: QUERY }),
  'DELETE /admin/analytics/queries/:id': async (given) =>
    given.boss.send('DELETE', `/admin/analytics/queries/${await idIn(saveQuery(given))}`),

  'POST /admin/approvals/:approvalId': async ({ admin, boss }) => {
    const id = await admin.addRow('approvals');
    return boss.send('POST', `/admin/approvals/${id}`, { body: { decision: 'refuse' } });
  },
  'POST /admin/effects/:key/settle': async ({ admin, boss }) => {
    const id = await admin.addRow('tool_effects');
    return boss.send('POST', `/admin/effects/${id}/settle`, { body: { outcome: 'failed', ...WHY } });
  },

  'POST /admin/broker/misses/:turnId/example': async ({ admin, boss }) => {
    const text = 'Is there a flat with a view of the harbour?';
    const turn = await addDecision(admin.database, admin.orgA.id, { text, missed: [TOOL] });
    return boss.send('POST', `/admin/broker/misses/${turn}/example`, { body: { tool: TOOL } });
  },
  'PUT /admin/budgets/:period': ({ boss }) =>
    boss.send('PUT', '/admin/budgets/month', { body: { softUsd: 1, hardUsd: 2, ...REASON } }),
  'PUT /admin/conversations/:id/tools': async ({ admin, boss }) => {
    const { conversationId } = await addTurn(admin.database, { orgId: admin.orgA.id });
    const body = { allowed: null, denied: [TOOL], ...REASON };
    return boss.send('PUT', `/admin/conversations/${conversationId}/tools`, { body });
  },
  'POST /admin/conversations/:id/summary': async ({ admin, boss }) => {
    const { conversationId } = await addTurn(admin.database, { orgId: admin.orgA.id });
    return boss.send('POST', `/admin/conversations/${conversationId}/summary`);
  },

  'POST /admin/flags/:key/set': ({ boss }) => setFlag(boss, 'shadow'),
  'POST /admin/flags/:key/clear': async ({ boss }) => {
    await setFlag(boss, 'shadow');
    return boss.send('POST', '/admin/flags/tool_broker/clear', { body: { at: { place: 'org' }, ...WHY } });
  },
  'POST /admin/flags/:key/kill': ({ root }) => root.send('POST', '/admin/flags/ptc/kill', { body: WHY }),
  'POST /admin/flags/:key/revive': ({ root }) => root.send('POST', '/admin/flags/ptc/revive', { body: WHY }),
  'POST /admin/flags/changes/:id/undo': async ({ admin, boss }) => {
    await setFlag(boss, 'enforce');
    const change = (await admin.audited({ action: 'flag.set' })).at(-1);
    return boss.send('POST', `/admin/flags/changes/${change?.id}/undo`, { body: WHY });
  },
  'POST /admin/flags/import': ({ boss }) => {
    const flags = { tool_search: { orgs: { 'org-a': { value: false } } } };
    return boss.send('POST', '/admin/flags/import', { body: { document: { version: 1, flags }, ...WHY } });
  },

  'POST /admin/mcp-servers': (given) => addServer(given, 'added'),
  'POST /admin/mcp-servers/:name/approve': async (given) => {
    await addServer(given, 'to_approve');
    return given.boss.send('POST', '/admin/mcp-servers/to_approve/approve');
  },
  'DELETE /admin/mcp-servers/:name': async (given) => {
    await addServer(given, 'to_remove');
    return given.boss.send('DELETE', '/admin/mcp-servers/to_remove');
  },

  'PATCH /admin/insights/:id': async (given) =>
    given.boss.send('PATCH', `/admin/insights/${await addInsight(given)}`, { body: { importance: 9 } }),
  'DELETE /admin/insights/:id': async (given) =>
    given.boss.send('DELETE', `/admin/insights/${await addInsight(given)}`),

  'POST /admin/knowledge': ({ boss }) => boss.send('POST', '/admin/knowledge', { body: FACT }),
  'PUT /admin/knowledge/:id': async ({ boss }) =>
    boss.send('PUT', `/admin/knowledge/${await idIn(addFact(boss))}`, { body: FACT }),
  'DELETE /admin/knowledge/:id': async ({ boss }) =>
    boss.send('DELETE', `/admin/knowledge/${await idIn(addFact(boss))}`),

  'POST /admin/models': ({ boss }) => boss.send('POST', '/admin/models', { body: ownModel('added') }),
  'PUT /admin/models/:name': async ({ boss }) => {
    const { name, ...body } = ownModel('to-replace');
    await boss.send('POST', '/admin/models', { body: { name, ...body } });
    return boss.send('PUT', `/admin/models/${name}`, { body: { ...body, tier: 'standard' } });
  },
  'DELETE /admin/models/:name': async ({ boss }) => {
    await boss.send('POST', '/admin/models', { body: ownModel('to-remove') });
    return boss.send('DELETE', '/admin/models/to-remove');
  },
  'PUT /admin/models/:name/tier': ({ boss }) =>
    boss.send('PUT', '/admin/models/gpt-6.1-sol/tier', { body: { tier: 'off' } }),
  'PUT /admin/task-tiers/:task': ({ boss }) =>
    boss.send('PUT', '/admin/task-tiers/negotiation', { body: { tier: 'flash' } }),
  'POST /admin/provider-keys': ({ boss }) => addKey(boss),
  'DELETE /admin/provider-keys/:provider/:fingerprint': async ({ boss }) => {
    const fingerprint = FINGERPRINT.exec(await (await addKey(boss)).text())?.[1];
    return boss.send('DELETE', `/admin/provider-keys/anthropic/${fingerprint}`);
  },
  'POST /admin/provider-keys/put-back': async ({ admin, root }) => {
    const key = { provider: 'openai', fingerprint: '0123456789abcdef' };
    await admin.database.asPlatform('the test refuses a key', (tx) =>
      tx.execute(
        `INSERT INTO provider_key_states (provider, fingerprint, removed_status, changed_at) VALUES ($1, $2, 403, now())`,
        [key.provider, key.fingerprint],
      ),
    );
    return root.send('POST', '/admin/provider-keys/put-back', { body: key });
  },
  'POST /admin/models/put-back': async ({ admin, root }) => {
    const cooling = { provider: 'openai', model: 'gpt-6-luna' };
    await admin.database.asPlatform('the test puts a model into cooldown', (tx) =>
      tx.execute(
        `INSERT INTO model_cooldowns (place, model, cooldown_until, changed_at) VALUES ($1, $2, now() + interval '1 hour', now())`,
        [cooling.provider, cooling.model],
      ),
    );
    return root.send('POST', '/admin/models/put-back', { body: cooling });
  },

  'POST /admin/playground/messages': ({ boss }) =>
    boss.send('POST', '/admin/playground/messages', { body: { text: 'Find a flat in Paphos' } }),

  'POST /admin/outbox-tasks/retry': async ({ admin, root }) =>
    root.send('POST', '/admin/outbox-tasks/retry', { body: { ids: [await admin.addRow('outbox_tasks')] } }),
  'POST /admin/outbox-tasks/remove': async ({ admin, root }) =>
    root.send('POST', '/admin/outbox-tasks/remove', { body: { ids: [await admin.addRow('outbox_tasks')] } }),
  'POST /admin/outbox-tasks/:id/replay': async ({ admin, root }) => {
    const body = { payload: { conversationId: randomUUID() } };
    return root.send('POST', `/admin/outbox-tasks/${await admin.addRow('outbox_tasks')}/replay`, { body });
  },

  'POST /admin/queues/:queue/retry': async (given) => {
    const id = await failJob(given);
    return given.root.send('POST', '/admin/queues/turns-chat/retry', { body: { ids: [id] } });
  },
  'POST /admin/queues/:queue/remove': async (given) => {
    const id = await failJob(given);
    return given.root.send('POST', '/admin/queues/turns-chat/remove', { body: { ids: [id] } });
  },
  'POST /admin/queues/:queue/pause': ({ root }) => root.send('POST', '/admin/queues/sweep/pause'),
  'POST /admin/queues/:queue/resume': ({ root }) => root.send('POST', '/admin/queues/sweep/resume'),
  'POST /admin/queues/:queue/drain': ({ root }) => root.send('POST', '/admin/queues/sweep/drain'),

  'POST /admin/requests/:id/state': async ({ admin, boss }) => {
    const id = await admin.addRow('feature_requests');
    return boss.send('POST', `/admin/requests/${id}/state`, { body: { state: 'planned', ...REASON } });
  },

  'PUT /admin/settings/:name': ({ boss }) => setRounds(boss),
  'DELETE /admin/settings/:name': async ({ boss }) => {
    await setRounds(boss);
    return boss.send('DELETE', '/admin/settings/MODEL_ROUNDS', { body: WHY });
  },

  'PUT /admin/tools/:name/override': ({ boss }) => override(boss, 'schedule_viewing'),
  'POST /admin/tools/:name/revert': async ({ boss }) => {
    await override(boss, 'log_activity');
    return boss.send('POST', '/admin/tools/log_activity/revert', {
      body: { toVersion: 0, seenVersion: 1, ...REASON },
    });
  },
  'POST /admin/tools/import': ({ boss }) => {
    const file = {
      format: 'turnpike.tool-overrides',
      version: 1,
      overrides: { [TOOL]: { tier: 'deferred' } },
    };
    return boss.send('POST', '/admin/tools/import', { body: { file, ...REASON } });
  },
  'POST /admin/tools/:name/definitions/:hash/approve': async ({ admin, boss }) => {
    const hash = 'a'.repeat(64);
    await admin.addRow('tool_definitions', { hash });
    return boss.send('POST', `/admin/tools/remote_search/definitions/${hash}/approve`, { body: REASON });
  },
  'POST /admin/tools/:name/runs': ({ boss }) => runTool(boss),
  'POST /admin/tool-runs/:id/decide': async ({ admin, boss }) => {
    const id = await admin.addRow('tool_runs');
    return boss.send('POST', `/admin/tool-runs/${id}/decide`, { body: { decision: 'refuse' } });
  },

  'POST /admin/turns/retry': async ({ admin, boss }) => {
    const error = { class: 'MODEL_UNAVAILABLE', message: 'No model answered.' };
    const { id } = await addTurn(admin.database, { orgId: admin.orgA.id, state: 'failed', error });
    return boss.send('POST', '/admin/turns/retry', { body: { ids: [id] } });
  },

  'POST /admin/api-keys': ({ boss }) => makeKey(boss),
  'DELETE /admin/api-keys/:id': async ({ boss }) =>
    boss.send('DELETE', `/admin/api-keys/${await idIn(makeKey(boss))}`),
  'POST /admin/invitations': ({ boss }) => invite(boss, 'one@a.example'),
  'DELETE /admin/invitations/:id': async ({ boss }) =>
    boss.send('DELETE', `/admin/invitations/${await idIn(invite(boss, 'two@a.example'))}`),
  'POST /admin/invitations/accept': async ({ boss, stranger }) => {
    const { token } = (await (await invite(boss, 'three@a.example')).json()) as { token: string };
    const body = { token, name: 'Three', password: TEST_PASSWORD };
    return stranger.send('POST', '/admin/invitations/accept', { body });
  },
  'PATCH /admin/users/:id': async (given) =>
    given.boss.send('PATCH', `/admin/users/${await addUser(given, 'mover')}`, { body: { role: 'analyst' } }),
  'POST /admin/users/:id/password-link': async (given) =>
    given.boss.send('POST', `/admin/users/${await addUser(given, 'forgetful')}/password-link`),

  'POST /admin/webhooks/deliveries/:id/replay': async ({ admin, boss }) => {
    const id = await admin.addRow('webhook_deliveries');
    return boss.send('POST', `/admin/webhooks/deliveries/${id}/replay`);
  },
  'POST /admin/webhooks/secret/rotate': ({ boss }) => boss.send('POST', '/admin/webhooks/secret/rotate'),

  // Last, because nobody is signed in afterwards.
  'DELETE /admin/session': ({ root }) => root.send('DELETE', '/admin/session'),
};

const QUERY = { name: 'Missed tools', parameters: { measures: 'brokerMisses', by: 'tool' }, shared: false };

const saveQuery = ({ boss }: Changers) => boss.send('POST', '/admin/analytics/queries', { body: QUERY });

const setFlag = (boss: Client, value: string) =>
  boss.send('POST', '/admin/flags/tool_broker/set', { body: { at: { place: 'org' }, value, ...WHY } });

const addServer = ({ boss }: Changers, name: string) =>
  boss.send('POST', '/admin/mcp-servers', {
    body: { name, url: 'https://mcp.example.com/mcp', headers: {} },
  });

const addKey = (boss: Client) =>
  boss.send('POST', '/admin/provider-keys', { body: { provider: 'anthropic', key: `sk-${randomUUID()}` } });

const setRounds = (boss: Client) =>
  boss.send('PUT', '/admin/settings/MODEL_ROUNDS', { body: { value: '5', ...WHY } });

const override = (boss: Client, tool: string) =>
  boss.send('PUT', `/admin/tools/${tool}/override`, {
    body: { override: { tier: 'deferred' }, seenVersion: 0, ...REASON },
  });

const runTool = (boss: Client) =>
  boss.send('POST', `/admin/tools/${TOOL}/runs`, { body: { key: randomUUID(), arguments: {} } });

const makeKey = (boss: Client) =>
  boss.send('POST', '/admin/api-keys', { body: { name: 'Website', scopes: ['messages'] } });

const invite = (boss: Client, email: string) =>
  boss.send('POST', '/admin/invitations', { body: { email, role: 'member' } });

function ownModel(name: string) {
  const prices = { input: 0.1, output: 0.2 };
  return { name, baseUrl: 'https://gpu.example.com/v1', model: 'meta/llama-3:8b', tier: 'flash', prices };
}

async function idIn(answer: Promise<Response>): Promise<string> {
  return ((await (await answer).json()) as { id: string }).id;
}

const FACT = { topic: 'fees', title: 'Fee', text: 'The fee is 3 %.', source: null };
const addFact = (boss: Client) => boss.send('POST', '/admin/knowledge', { body: FACT });

async function addInsight({ admin }: Changers): Promise<string> {
  const id = randomUUID();
  const text = 'Likes tea';
  const embedded = { text, model: 'offline-ngrams-2', embedding: embedOffline(text) };
  await admin.database.forOrg(admin.orgA.id, (tx) =>
    seedInsights(tx, [
      { id, contactId: 'bob', category: 'preference', importance: 5, createdAt: new Date(), embedded },
    ]),
  );
  return id;
}

async function addUser({ admin, boss }: Changers, handle: string): Promise<string> {
  await admin.addUser(`${handle}@a.example`, 'member', admin.orgA.id);
  const found = (await (await boss.get(`/admin/users?q=${handle}`)).json()) as { items: { id: string }[] };
  return found.items[0]?.id ?? '';
}

/** Adds a job whose worker has given it up; no worker is left. */
async function failJob({ admin }: Changers): Promise<string> {
  const turnId = randomUUID();
  const id = `${turnId}-0`;
  const handle = admin.app.get(JobQueue).handle('turns-chat');
  await handle.add('turn.chat', { v: 1, orgId: admin.orgA.id, turnId, run: 0 }, { jobId: id, attempts: 1 });
  const fail = async () => {
    throw new Error('the test fails every job');
  };
  const processors = jobNames.map((job) => ({ job, process: fail })) as JobProcessor[];
  const logger = { warn: () => undefined, error: () => undefined };
  const connection = admin.app.get<QueueConnection>(QUEUE_CONNECTION);
  const workers = new JobWorkers(connection, processors, { concurrency: 2, logger });
  workers.start();
  await eventually(async () => expect((await handle.getJob(id))?.failedReason).toBeDefined());
  await workers.close(10_000);
  return id;
}
