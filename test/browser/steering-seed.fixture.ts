import { randomUUID } from 'node:crypto';
import { seedInsights } from '#memory';
import { embedOffline } from '#models';
import type { AdminFixture, SignedIn } from '../../apps/admin/src/admin.fixture.ts';
import { addDecision } from '../../apps/admin/src/broker/broker-decision.fixture.ts';
import { addInboxRows, addModelUse } from '../../apps/admin/src/overview/screens.fixture.ts';

const DAY_MS = 86_400_000;
const INSIGHTS = [
  ['maria', 'Wants a sea view and will pay more for it', 'preference', 8],
  ['maria', 'Has to move in before March', 'timeline', 7],
  ['omar', 'يفضل شقة بغرفتي نوم قرب البحر', 'preference', 6],
  ['elena.k', 'Worried about the yearly costs of a house', 'objection', 5],
  ['c-20417', 'Sells his flat in Limassol first', 'motivation', 4],
] as const;
const FACTS = [
  ['fees', 'Commission', 'Sellers pay 3 % of the price plus VAT. Buyers pay nothing.'],
  ['hours', 'Office hours', 'Monday to Friday 9:00 to 18:00, Saturday 9:00 to 13:00.'],
  ['policies', 'Reservations', 'A reservation takes the property off the market for 30 days. '.repeat(30)],
  ['faq', 'هل يمكن الدفع بالتقسيط؟', 'نعم، على ثلاث دفعات.'],
] as const;
const MODELS = [
  ['gpt-5.4-mini', 'standard', 3.1, 3_200_000, 250_000],
  ['gpt-5.4', 'premium', 1.4, 300_000, 40_000],
  ['gpt-5.4-nano', 'flash', 0.6, 3_000_000, 120_000],
] as const;

/** Data of the steering pages: changed flags, an inbox, spend, insights, feature requests, people. */
export async function seedPages(
  admin: AdminFixture,
  platform: SignedIn,
): Promise<ReturnType<typeof addInboxRows>> {
  const { database, orgA, orgB } = admin;
  const post = async (path: string, body: unknown, method = 'POST') => {
    const answer = await platform.send(method, path, { body });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  };
  const at = (place: string) => ({ place, org: 'org-a' });
  await post('/admin/flags/tool_broker/set', { at: at('org'), value: 'shadow', why: 'measure first' });
  await post('/admin/flags/tool_broker/set', {
    at: at('share'),
    value: 'enforce',
    percent: 20,
    why: 'a fifth of them',
  });
  await post('/admin/flags/ptc/set', {
    at: { place: 'org', org: 'org-b' },
    value: false,
    why: 'too slow there',
  });
  for (const [topic, title, text] of FACTS)
    await post('/admin/knowledge?org=org-a', { topic, title, text, source: 'acme.example' });
  await post('/admin/budgets/day?org=org-a', { softUsd: 5, hardUsd: 10, reason: 'A test' }, 'PUT');
  await post('/admin/budgets/month?org=org-a', { softUsd: null, hardUsd: 200, reason: 'A test' }, 'PUT');
  await post('/admin/settings/MODEL_ROUNDS?org=org-a', { value: '8', why: 'long searches' }, 'PUT');
  await post('/admin/invitations?org=org-a', { email: 'nadia@a.example', role: 'member' });
  await post('/admin/api-keys?org=org-a', { name: 'Website chat', scopes: ['messages', 'turns'] });
  for (let day = 0; day < 14; day += 1) {
    for (const [model, tier, usd, promptTokens, completionTokens] of MODELS)
      await addModelUse(database, orgA.id, {
        model,
        tier,
        costUsd: usd * (1 + ((day * 7) % 5) / 6),
        daysAgo: day,
        calls: 40 + day * 3,
        promptTokens,
        completionTokens,
      });
    for (let turn = 0; turn < 6; turn += 1)
      await addDecision(database, orgA.id, {
        missed: turn === 0 && day % 3 === 0 ? ['find'] : [],
        at: new Date(Date.now() - day * DAY_MS - turn * 60_000 - 3 * 3_600_000),
        gaps: turn === 1 && day < 4 ? ['nothing_ranked'] : [],
        text: 'Can you order a drone video of the plot?',
      });
  }
  await addModelUse(database, orgB.id, { model: 'gpt-5.4', tier: 'premium', costUsd: 2.5, daysAgo: 0 });
  await database.forOrg(orgA.id, (tx) =>
    seedInsights(
      tx,
      INSIGHTS.map(([contactId, text, category, importance], index) => ({
        id: randomUUID(),
        contactId,
        category,
        importance,
        createdAt: new Date(Date.now() - index * DAY_MS),
        embedded: { text, model: 'offline-ngrams-2', embedding: embedOffline(text) },
      })),
    ),
  );
  await addRequests(admin);
  await addCircuits(admin);
  return addInboxRows(database, orgA.id);
}

async function addRequests({ database, orgA }: AdminFixture): Promise<void> {
  const rows = [
    ['Drone videos of plots', 'data_source', 'high', 'new', 'Please: a drone video of the plot'],
    ['Reminders by WhatsApp', 'channel', 'normal', 'planned', 'Could you remind me on WhatsApp?'],
    ['مقارنة بين حيّين', 'tool', 'normal', 'triaged', 'هل يمكنك مقارنة الأحياء؟'],
  ];
  await database.forOrg(orgA.id, async (tx) => {
    for (const [title, category, urgency, status, quote] of rows) {
      const id = randomUUID();
      await tx.execute(
        `INSERT INTO feature_requests (org_id, id, title, meaning, description, category, urgency, status, created_at, updated_at)
         VALUES ($1, $2, $3, lower($3), $3, $4, $5, $6, now() - interval '2 days', now() - interval '1 hour')`,
        [id, title, category, urgency, status],
      );
      await tx.execute(
        `INSERT INTO feature_request_occurrences (org_id, id, request_id, quote, created_at)
         VALUES ($1, gen_random_uuid(), $2, $3, now() - interval '1 hour')`,
        [id, quote],
      );
    }
  });
}

async function addCircuits({ database }: AdminFixture): Promise<void> {
  await database.asPlatform('circuits belong to processes', (tx) =>
    tx.execute(
      `INSERT INTO model_circuits (process, circuit, app, provider, model, state, failure, since, seen_at) VALUES
         (gen_random_uuid(), 'openai/gpt-5.4', 'worker', 'openai', 'gpt-5.4', 'open', 'timeout after 20 s', now() - interval '4 minutes', now() + interval '1 hour'),
         (gen_random_uuid(), 'openai/gpt-5.4-mini', 'worker', 'openai', 'gpt-5.4-mini', 'closed', NULL, now() - interval '2 hours', now() + interval '1 hour')`,
    ),
  );
}
