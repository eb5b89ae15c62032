import { scenario, type Scenario } from '#pack-kit';

const staff = 'agent-01';

/** Tasks that every agent can do: feature requests, and questions about the org's records. */
export const platformTools: Scenario[] = [
  scenario(
    'P5',
    'passes a wish on, and counts the second person who has it',
    {
      say: 'Could you please add support for WhatsApp?',
      contact: 'contact-031',
      expect: {
        calls: [{ tool: 'request_feature', data: { status: 'new', duplicate: false, votes: 1 } }],
        rows: [{ sql: 'SELECT status, votes FROM feature_requests', are: [{ status: 'new', votes: 1 }] }],
      },
    },
    {
      say: 'Could you please add support for WhatsApp?',
      contact: 'contact-032',
      begins: true,
      expect: {
        calls: [{ tool: 'request_feature', data: { duplicate: true, votes: 2 } }],
        rows: [{ sql: 'SELECT votes FROM feature_requests', are: [{ votes: 2 }] }],
      },
    },
  ),
  scenario('P6', 'counts the conversations of the month for staff', {
    say: 'How many conversations did we have this month?',
    contact: 'contact-033',
    staff,
    expect: {
      calls: [{ tool: 'query_org_data', arguments: { dataset: 'conversations', operation: 'count' } }],
      check: async ({ reply, rows, calls }) => {
        const [row] = await rows<{ n: number }>(
          `SELECT count(*)::int AS n FROM conversations c JOIN orgs o ON o.id = c.org_id
                WHERE o.slug = 'demo' AND c.created_at >= '2026-11-01T00:00:00+02:00'`,
        );
        const counted = JSON.stringify(calls[0]?.result.data);
        return reply.includes(String(row?.n)) ? [] : [`${row?.n} are there, it says: ${reply} (${counted})`];
      },
    },
  }),
];
