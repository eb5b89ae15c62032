import type { Scenario } from '#tools';

/** What somebody says who talks with the agency for the first time. */
export const firstTalk: Scenario[] = [
  {
    id: 'W90',
    title: 'books what was told of, and notes who it is for',
    steps: [
      {
        say: 'Show me villas in Paphos with a pool',
        contact: 'newcomer-01',
        expect: { calls: [{ tool: 'query_org_data' }, { tool: 'query_org_data' }] },
      },
      {
        say: 'tell me more about the second one',
        contact: 'newcomer-01',
        expect: { saysOffline: ['prop-'] },
      },
      {
        say: 'I want to view it on Saturday at 10am',
        contact: 'newcomer-01',
        expect: {
          calls: [
            { tool: 'tool_search', optional: true },
            { tool: 'check_calendar', optional: true },
            { tool: 'schedule_viewing' },
          ],
        },
      },
      {
        say: 'My name is John Smith, phone 99123456',
        contact: 'newcomer-01',
        expect: {
          calls: [{ tool: 'log_activity', arguments: { contactId: 'newcomer-01' } }],
          saysOffline: ['John Smith', '99123456', 'noted'],
        },
      },
      {
        say: "I'm John Smith, john@smith.com",
        contact: 'newcomer-01',
        expect: { calls: [{ tool: 'log_activity' }], saysOffline: ['John Smith', 'john@smith.com'] },
      },
      {
        say: 'اسمي جون سميث ورقمي 99123456',
        contact: 'newcomer-01',
        expect: {
          calls: [{ tool: 'log_activity' }],
          saysOffline: ['جون سميث', '99123456'],
          language: 'ar',
        },
      },
    ],
  },
];
