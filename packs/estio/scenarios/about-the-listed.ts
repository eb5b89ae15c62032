import type { Scenario } from '#pack-kit';

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
        say: 'I would like to know more about the second one',
        contact: 'lister-01',
        expect: {
          calls: [{ tool: 'query_org_data', arguments: { dataset: 'properties' } }],
          saysOffline: [/Title deed:/, /prop-/],
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
      {
        say: 'اخبرني اكثر عن الثانية',
        contact: 'lister-02',
        expect: { calls: [{ tool: 'query_org_data' }], saysOffline: [/سند الملكية/], language: 'ar' },
      },
    ],
  },
  {
    id: 'E18 listed',
    title: 'says of what no record tells that none does, about the home that was named or picked',
    steps: [
      { say: 'هل العقار prop-0045 متاح؟', contact: 'lister-04', expect: { says: ['prop-0045'] } },
      {
        say: 'فيها مصعد؟',
        contact: 'lister-04',
        expect: {
          calls: [{ tool: 'query_org_data', arguments: { dataset: 'properties' } }],
          saysOffline: ['لا يذكر السجل شيئا عن: مصعد', 'prop-0045'],
          language: 'ar',
        },
      },
      { say: 'two bedroom flats in Paphos under 220k', contact: 'lister-05', begins: true, expect: {} },
      {
        say: 'الثانية فيها مصعد؟',
        contact: 'lister-05',
        expect: { calls: [{ tool: 'query_org_data' }], saysOffline: ['مصعد', 'prop-'], language: 'ar' },
      },
      {
        say: 'is there parking?',
        contact: 'lister-05',
        expect: { calls: [{ tool: 'query_org_data' }], saysOffline: ['says nothing about parking', 'prop-'] },
      },
      {
        say: 'do you have villas with a garden in Limassol?',
        contact: 'lister-05',
        expect: {
          calls: [
            { tool: 'query_org_data', arguments: { dataset: 'properties', operation: 'list' } },
            { tool: 'query_org_data', arguments: { dataset: 'properties', operation: 'count' } },
          ],
          saysOffline: ['with a garden in the description among villas for sale in Limassol', 'prop-'],
        },
      },
      {
        say: 'which of them has a garden?',
        contact: 'lister-05',
        expect: { saysOffline: ['The description names a garden for', 'prop-'] },
      },
      {
        say: 'without a pool',
        contact: 'lister-05',
        expect: { saysOffline: [/without a pool/] },
      },
    ],
  },
  {
    id: 'E19 listed',
    title: 'shows and books the home that was spoken of, however long ago',
    steps: [
      { say: 'is prop-0044 available?', contact: 'lister-06', expect: { says: ['prop-0044'] } },
      {
        say: 'can I see it on Thursday',
        contact: 'lister-06',
        expect: {
          calls: [
            { tool: 'tool_search', optional: true },
            { tool: 'check_calendar', arguments: { propertyId: 'prop-0044' } },
          ],
        },
      },
      {
        say: '2 please',
        contact: 'lister-06',
        expect: {
          calls: [
            { tool: 'tool_search', optional: true },
            { tool: 'check_calendar', optional: true },
            { tool: 'schedule_viewing', arguments: { propertyId: 'prop-0044' } },
          ],
          neverSays: ['Which property'],
        },
      },
      { say: 'villas in Paphos', contact: 'lister-07', begins: true, expect: {} },
      { say: 'tell me about the first one', contact: 'lister-07', expect: { says: ['prop-'] } },
      { say: 'thanks', contact: 'lister-07', expect: {} },
      {
        say: 'I would like to come on friday morning, which times are free?',
        contact: 'lister-07',
        expect: {
          calls: [
            { tool: 'tool_search', optional: true },
            { tool: 'check_calendar', arguments: { propertyId: /^prop-/ } },
          ],
        },
      },
      {
        say: 'the first one',
        contact: 'lister-07',
        expect: {
          calls: [
            { tool: 'tool_search', optional: true },
            { tool: 'check_calendar', optional: true },
            { tool: 'schedule_viewing', arguments: { propertyId: /^prop-/ } },
          ],
          saysOffline: [/Friday/],
        },
      },
      { say: 'هل العقار prop-0045 متاح؟', contact: 'lister-08', begins: true, expect: {} },
      { say: 'اقدر اشوفها يوم الخميس؟', contact: 'lister-08', expect: { saysOffline: ['أيها يناسب؟'] } },
      {
        say: 'الثاني',
        contact: 'lister-08',
        expect: {
          calls: [
            { tool: 'tool_search', optional: true },
            { tool: 'check_calendar', optional: true },
            { tool: 'schedule_viewing', arguments: { propertyId: 'prop-0045' } },
          ],
          language: 'ar',
        },
      },
      // Of a list nobody knows which one is meant.
      { say: 'villas in Paphos', contact: 'lister-09', begins: true, expect: {} },
      {
        say: 'can I see it on friday?',
        contact: 'lister-09',
        expect: { neverCalls: ['schedule_viewing'] },
      },
      {
        say: 'the first one',
        contact: 'lister-09',
        expect: { neverCalls: ['schedule_viewing'], saysOffline: ['Which property is to be seen?'] },
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
