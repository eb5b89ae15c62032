import { scenario, type Scenario } from '#pack-kit';
import { DATA_TOOLS, finds, SAMPLE, SAMPLE_AR } from './expected.ts';

export const questions: Scenario[] = [
  scenario('G1', 'counts the deals of a district and year', {
    say: 'What was the number of deals on Yas Island during 2023?',
    contact: 'investor-02',
    expect: {
      agent: 'geo/geo_analyst',
      calls: [
        finds('Yas Island', 'Yas Island'),
        { tool: 'get_transaction_count', arguments: { district: 'Yas Island', year: 2_023 } },
      ],
      says: [/1,?247/, SAMPLE],
      language: 'en',
    },
  }),
  scenario('G2', 'counts them for a question in Arabic, in its digits', {
    say: 'كم معاملة بيع جرت في جزيرة ياس خلال ٢٠٢٣؟',
    contact: 'investor-01',
    expect: {
      calls: [
        finds('جزيرة ياس', 'Yas Island'),
        { tool: 'get_transaction_count', arguments: { district: 'Yas Island', year: 2_023 } },
      ],
      says: [/١٬٢٤٧|1,?247/, 'جزيرة ياس', SAMPLE_AR],
      saysOffline: ['١٬٢٤٧'],
    },
  }),
  scenario('G3', 'adds up what was sold, for a name that is misspelt', {
    say: 'What was sold on Sadiyat in 2024, in dirhams?',
    contact: 'investor-02',
    expect: {
      calls: [
        finds('Sadiyat', 'Saadiyat Island'),
        {
          tool: 'get_total_sales_value',
          arguments: { district: 'Saadiyat Island', year: 2_024 },
          data: {
            total_value_aed: 4_781_465_559,
            transaction_count: 1_156,
            average_value_aed: 4_136_216,
          },
        },
      ],
      says: ['4,781,465,559', /1,?156/],
      saysOffline: ['about 4.78 billion'],
    },
  }),
  scenario('G4', 'compares two districts in Arabic', {
    say: 'قارن المبيعات بين الريم والسعديات في 2022',
    contact: 'investor-01',
    expect: {
      calls: [
        finds(/الريم/, 'Al Reem Island'),
        finds(/السعديات/, 'Saadiyat Island'),
        {
          tool: 'compare_sales_between_districts',
          arguments: { districts: ['Al Reem Island', 'Saadiyat Island'], year: 2_022 },
          data: {
            highest: 'Saadiyat Island',
            difference_aed: 738_206_852,
            difference_pct: 37.7,
          },
        },
      ],
      says: ['2,693,809,446', '1,955,602,594', '738,206,852'],
      saysOffline: ['37.7 %', 'تتقدم جزيرة السعديات على جزيرة الريم'],
    },
  }),
  scenario('G5', 'ranks the districts of a municipality', {
    say: 'Top 3 districts of Abu Dhabi City in 2024',
    contact: 'investor-02',
    expect: {
      calls: [
        finds('Abu Dhabi City', 'Abu Dhabi City'),
        {
          tool: 'get_top_districts_in_municipality',
          arguments: { municipality: 'Abu Dhabi City', year: 2_024, limit: 3 },
          data: {
            rows: [
              { district: 'Saadiyat Island', total_value_aed: 4_781_465_559 },
              { district: 'Yas Island', total_value_aed: 4_206_097_723 },
              { district: 'Al Reem Island', total_value_aed: 3_469_757_092 },
            ],
          },
        },
      ],
      says: ['Saadiyat Island', 'Yas Island', 'Al Reem Island'],
    },
  }),
  scenario('G6', 'sums up a whole municipality', {
    say: 'How did Al Ain do overall in 2022?',
    contact: 'investor-02',
    expect: {
      calls: [
        finds('Al Ain', 'Al Ain'),
        {
          tool: 'get_municipality_sales',
          arguments: { municipality: 'Al Ain', year: 2_022 },
          data: { districts_counted: 5 },
        },
      ],
      says: ['351', '273,285,342'],
    },
  }),
  scenario('G7', 'finds homes to rent within a budget', {
    say: '2 bedroom to rent in Khaleefa City up to 80,000 a year',
    contact: 'tenant-01',
    expect: {
      calls: [
        finds('Khaleefa City', 'Khalifa City'),
        {
          tool: 'find_units_by_budget',
          arguments: { max_budget: 80_000, bedrooms: 2, district: 'Khalifa City' },
          data: { total: 4, cheapest_aed: 65_500 },
        },
      ],
      says: ['65,500', '70,500', '75,500'],
    },
  }),
  scenario('G8', 'tells the stock of a district in Arabic', {
    say: 'المعروض السكني الحالي في مدينة مصدر',
    contact: 'tenant-02',
    expect: {
      calls: [
        finds('مدينة مصدر', 'Masdar City'),
        { tool: 'get_current_supply', arguments: { district: 'Masdar City' } },
      ],
      says: [/5,?100/, '355', '253', SAMPLE_AR],
    },
  }),
  scenario('G12', 'lists the communities of a district whose name is like another', {
    say: 'Which communities are in Bani Yas?',
    contact: 'investor-02',
    expect: {
      calls: [
        finds('Bani Yas', 'Baniyas'),
        { tool: 'get_communities', arguments: { district: 'Baniyas' }, data: { count: 3 } },
      ],
      says: ['Baniyas North', 'Baniyas South', 'Baniyas Central'],
      neverSays: ['Yas Island'],
    },
  }),
  scenario(
    'G28',
    'compares two districts, and tells the stock of one',
    {
      say: 'Yas versus Saadiyat: who sold more in 2023?',
      contact: 'investor-02',
      expect: {
        calls: [
          finds('Yas', 'Yas Island'),
          finds('Saadiyat', 'Saadiyat Island'),
          {
            tool: 'compare_sales_between_districts',
            arguments: { districts: ['Yas Island', 'Saadiyat Island'], year: 2_023 },
            data: { highest: 'Saadiyat Island', difference_aed: 452_253_258, difference_pct: 13.8 },
          },
        ],
        says: ['3,718,315,702', '3,266,062,444', SAMPLE],
      },
    },
    {
      say: 'How many homes exist in Masdar City now?',
      begins: true,
      expect: {
        calls: [
          finds('Masdar City', 'Masdar City'),
          { tool: 'get_current_supply', arguments: { district: 'Masdar City' } },
        ],
        says: ['5,100', '355', '253', SAMPLE],
      },
    },
  ),
  scenario(
    'G27',
    'answers in Arabic with every tool',
    {
      say: 'مبيعات بلدية مدينة العين في 2022',
      contact: 'investor-01',
      expect: {
        calls: [
          finds(/العين/, 'Al Ain'),
          { tool: 'get_municipality_sales', arguments: { municipality: 'Al Ain', year: 2_022 } },
        ],
        says: ['351', '273,285,342', SAMPLE_AR],
      },
    },
    {
      say: 'أعلى ثلاث مناطق مبيعا في العين 2022',
      begins: true,
      expect: {
        calls: [
          finds(/العين/, 'Al Ain'),
          {
            tool: 'get_top_districts_in_municipality',
            arguments: { municipality: 'Al Ain', year: 2_022, limit: 3 },
            data: {
              rows: [{ district: 'Al Jimi' }, { district: 'Al Towayya' }, { district: 'Al Muwaiji' }],
            },
          },
        ],
        says: ['الجيمي', 'الطوية', 'المويجعي', SAMPLE_AR],
      },
    },
    {
      say: 'كم بلغت قيمة المبيعات في جزيرة السعديات سنة 2024؟',
      begins: true,
      expect: {
        calls: [
          finds(/السعديات/, 'Saadiyat Island'),
          { tool: 'get_total_sales_value', arguments: { district: 'Saadiyat Island', year: 2_024 } },
        ],
        says: ['4,781,465,559', 'جزيرة السعديات', SAMPLE_AR],
      },
    },
    {
      say: 'ما المجتمعات السكنية في بني ياس؟',
      begins: true,
      expect: {
        calls: [
          finds('بني ياس', 'Baniyas'),
          { tool: 'get_communities', arguments: { district: 'Baniyas' }, data: { count: 3 } },
        ],
        says: ['شمال بني ياس', 'جنوب بني ياس', 'وسط بني ياس'],
      },
    },
    {
      say: 'كم منطقة في الظفرة؟',
      begins: true,
      expect: {
        calls: [
          finds('الظفرة', 'Al Dhafra'),
          { tool: 'get_districts', arguments: { municipality: 'Al Dhafra' }, data: { count: 3 } },
        ],
        says: ['غياثي', 'الرويس', 'مدينة زايد'],
      },
    },
  ),
  scenario('G19', 'lists every district of the emirate', {
    say: 'Name all the districts you have in Abu Dhabi',
    contact: 'investor-02',
    expect: {
      calls: [
        finds('Abu Dhabi', 'Abu Dhabi City'),
        {
          tool: 'get_districts',
          arguments: (input: object) => !('municipality' in input),
          data: { count: 24 },
        },
      ],
      says: ['24', 'Hili', 'Ghayathi'],
      saysOffline: ['24 districts in 3 municipalities'],
    },
  }),
  scenario(
    'G9',
    'asks which of two places is meant, and goes on with the answer',
    {
      say: 'مبيعات مدينة زايد 2023',
      contact: 'investor-01',
      expect: {
        calls: [
          {
            tool: 'search_geospatial_metadata',
            arguments: { query: 'مدينة زايد' },
            data: { status: 'ambiguous' },
          },
        ],
        neverCalls: DATA_TOOLS,
        says: [/Zayed City|مدينة أبوظبي/, /Madinat Zayed|الظفرة/],
      },
    },
    {
      say: 'في الظفرة',
      expect: {
        calls: [
          {
            ...finds('مدينة زايد', 'Madinat Zayed'),
            arguments: { query: 'مدينة زايد', municipality: 'Al Dhafra' },
          },
          { tool: 'get_total_sales_value', arguments: { district: 'Madinat Zayed', year: 2_023 } },
        ],
        says: ['39,857,598'],
      },
    },
  ),
  scenario(
    'G22',
    'turns a rent by the month into one by the year, and says what is nearest where nothing fits',
    {
      say: 'استوديو للإيجار في هيلي أقل من 1000 شهريا',
      contact: 'tenant-02',
      expect: {
        calls: [
          finds('هيلي', 'Hili'),
          {
            tool: 'find_units_by_budget',
            arguments: { max_budget: 12_000, bedrooms: 0, district: 'Hili' },
            data: { total: 0 },
          },
        ],
        saysOffline: ['الأقرب فوق الميزانية'],
      },
    },
  ),
];
