import type { Scenario } from '#tools';

/** What is asked about the homes that a list has told, and the times that a list has offered. */
export const aboutTheListed: Scenario[] = [
  {
    id: 'E16 listed',
    title: 'reads on record what is asked of one of a list, and of all of it',
    steps: [
      { say: 'two bedroom flats in Paphos under 220k', contact: 'lister-01', expect: { says: ['prop-'] } },
      {
        say: 'does the first one have a title deed?',
        contact: 'lister-01',
        expect: {
          calls: [{ tool: 'query_org_data', arguments: { dataset: 'properties' } }],
          saysOffline: [/Title deed:/],
        },
      },
      {
        say: 'and how old is it',
        contact: 'lister-01',
        expect: { calls: [{ tool: 'query_org_data' }], saysOffline: [/built in \d{4}/] },
      },
      {
        say: 'which of them has a pool',
        contact: 'lister-01',
        expect: {
          calls: [{ tool: 'query_org_data', arguments: { dataset: 'properties' } }],
          saysOffline: [/1\. [^]*no pool[^]*5\. /],
        },
      },
      {
        say: 'ابحث عن فيلا في بافوس بحدود 500 الف',
        contact: 'lister-02',
        begins: true,
        expect: { calls: [{ tool: 'search_properties' }] },
      },
      {
        // As people type: without hamza, and the words of the street.
        say: 'اول وحدة كم مساحتها',
        contact: 'lister-02',
        expect: { calls: [{ tool: 'query_org_data' }], saysOffline: [/المساحة \d+ م²/], language: 'ar' },
      },
    ],
  },
  {
    id: 'E17 listed',
    title: 'books the free time that is picked, though the tool for it was not found before',
    steps: [
      { say: 'two bedroom flats in Larnaca under 300k', contact: 'lister-03', expect: { says: ['prop-'] } },
      {
        say: 'can I see number 2 on friday afternoon?',
        contact: 'lister-03',
        expect: { saysOffline: ['Which one suits?'] },
      },
      {
        say: 'the first one please',
        contact: 'lister-03',
        expect: {
          calls: [
            { tool: 'tool_search', optional: true },
            { tool: 'check_calendar', optional: true },
            { tool: 'schedule_viewing' },
          ],
          saysOffline: [/Friday/],
        },
      },
    ],
  },
];
