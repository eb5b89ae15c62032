import { scenario, type Scenario } from '#pack-kit';

const FACT = 'Remember that she enjoys a view of the sea';
const QUESTION = 'Which views does the client enjoy?';
const CONTACT = 'contact-022';
const kept = `SELECT category, importance, vector_dims(embedding) AS numbers FROM insights
               WHERE contact_id = '${CONTACT}' AND text ILIKE '%view of the sea%'`;

export const memory: Scenario[] = [
  scenario(
    'P1-P3',
    'keeps a taste, recalls it when asked, and keeps it once',
    {
      say: FACT,
      contact: CONTACT,
      staff: 'agent-01',
      expect: {
        calls: [
          {
            tool: 'store_insight',
            arguments: { contactId: CONTACT, text: /view of the sea/, category: 'preference' },
            data: { stored: true, deduplicated: false, importance: 5 },
          },
        ],
        rows: [{ sql: kept, are: [{ category: 'preference', importance: 5, numbers: 768 }] }],
        saysOffline: ['Noted'],
      },
    },
    {
      say: QUESTION,
      begins: true,
      expect: {
        calls: [
          {
            tool: 'retrieve_context',
            arguments: { contactId: CONTACT },
            data: {
              insights: (insights: { text: string }[]) =>
                insights.length <= 5 && /view of the sea/.test(insights[0]?.text ?? ''),
            },
          },
        ],
        says: [/view of the sea/],
      },
    },
    {
      say: FACT,
      begins: true,
      expect: {
        calls: [{ tool: 'store_insight', data: { deduplicated: true } }],
        rows: [{ sql: kept, are: [{}] }],
      },
    },
  ),
];
