import type { Scenario } from '#tools';

/** A project told in everyday words, and what is no project. */
export const asNewcomersAsk: Scenario[] = [
  {
    id: 'A2',
    title: 'an Arabic project in everyday words, from the plant to the price',
    steps: [
      {
        say: 'أريد أن أبني جهازا يسقي النبات عندما يجف',
        contact: 'maker-31',
        expect: { agent: 'ohm/conversational', language: 'ar' },
      },
      {
        say: 'ما القطع التي أحتاجها؟',
        contact: 'maker-31',
        expect: {
          agent: 'ohm/bomGenerator',
          language: 'ar',
          rows: [
            {
              sql: `SELECT v.content_json->'components' @> '[{"id":"soil-cap"},{"id":"pump-5v"}]' AS has
                      FROM artifacts a JOIN artifact_versions v ON v.org_id = a.org_id AND v.artifact_id = a.id
                      JOIN conversations c ON c.org_id = a.org_id AND c.id = a.conversation_id
                     WHERE a.kind = 'bom' AND c.contact_id = 'maker-31'`,
              are: [{ has: true }],
            },
          ],
        },
      },
      { say: 'كيف أوصلها؟', contact: 'maker-31', expect: { agent: 'ohm/wiringDiagram', language: 'ar' } },
      {
        say: 'كم التكلفة؟',
        contact: 'maker-31',
        expect: { agent: 'ohm/budgetOptimizer', says: ['24.00'], language: 'ar' },
      },
    ],
  },
  {
    id: 'A3',
    title: 'no project is made of a complaint, and no document is asked for where none is meant',
    steps: [
      'my led does not light up',
      'can you order the parts for me',
      "what's the pin for the sensor",
      'what is a pull up resistor',
      'what have we done so far?',
      'لا يعمل الجهاز عندي',
    ].map((say, at) => ({
      say,
      contact: `maker-${40 + at}`,
      begins: at > 0,
      expect: { neverCalls: ['write_file'], neverSays: [/Which document|أي مستند|nothing here that does/] },
    })),
  },
];
