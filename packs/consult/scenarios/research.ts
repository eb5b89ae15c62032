import { scenario, type Scenario } from '#pack-kit';
import { audited } from './checks.ts';

const QUESTION = 'Search the web for AI rules for small firms';

export const research: Scenario[] = [
  scenario(
    'C9 without',
    'says which setting is missing, and invents no results',
    {
      say: QUESTION,
      contact: 'c9',
      expect: {
        calls: [
          {
            tool: 'search_web',
            errorClass: 'NOT_CONFIGURED',
            data: { missingSettings: ['SEARCH_API_URL'] },
          },
        ],
        // A visitor cannot change settings; the consultant's own staff see the missing one.
        neverSays: [/https?:\/\//, 'SEARCH_API_URL'],
        saysOffline: ['cannot look things up on the web here'],
      },
    },
    {
      say: QUESTION,
      contact: 'c9',
      staff: 'assistant-01',
      expect: {
        calls: [{ tool: 'search_web', errorClass: 'NOT_CONFIGURED' }],
        saysOffline: ['SEARCH_API_URL'],
      },
    },
  ),
  scenario(
    'C9',
    'searches with sources',
    {
      say: QUESTION,
      contact: 'c9b',
      settings: ({ search = '' }) => ({ SEARCH_API_URL: search }),
      expect: {
        calls: [
          {
            tool: 'search_web',
            data: { provider: 'searxng', citations: [{ url: 'https://law.example/act' }] },
          },
        ],
        says: ['https://law.example/act'],
      },
    },
    {
      say: 'ابحث عن آخر أخبار الذكاء الاصطناعي في قطاع التجزئة',
      begins: true,
      expect: { calls: [{ tool: 'search_web' }], says: ['https://law.example/act'] },
    },
  ),
  scenario(
    'C9 away',
    'three attempts in chat, two by voice',
    {
      say: `${QUESTION} in Norway`,
      contact: 'c9c',
      settings: ({ flaky = '' }) => ({ SEARCH_API_URL: flaky }),
      expect: {
        calls: [{ tool: 'search_web', success: true }],
        check: audited('attempts', 3),
      },
    },
    {
      say: `${QUESTION} in Sweden`,
      channel: 'voice',
      begins: true,
      expect: {
        calls: [{ tool: 'search_web', errorClass: 'UPSTREAM_UNAVAILABLE' }],
        check: audited('attempts', 2),
      },
    },
  ),
  scenario(
    'C9 more',
    'weather, shares, companies and competitors come from the search',
    {
      say: 'What is the weather in Oslo today?',
      contact: 'c9d',
      settings: ({ search = '' }) => ({ SEARCH_API_URL: search }),
      expect: {
        calls: [{ tool: 'get_weather', arguments: { location: 'Oslo' }, data: { temperatureC: 4.5 } }],
        says: ['4.5'],
      },
    },
    {
      say: 'Where is NVDA trading?',
      begins: true,
      expect: {
        calls: [{ tool: 'get_stock_price', arguments: { symbol: 'NVDA' }, data: { price: 123.4 } }],
        says: ['123.4'],
      },
    },
    {
      say: 'Which fintech startups are based in Tallinn?',
      begins: true,
      expect: {
        calls: [{ tool: 'search_companies_by_location', arguments: { location: 'Tallinn' } }],
        says: ['Nordic Pay'],
      },
    },
    {
      say: 'What are our competitors in retail doing?',
      contact: 'visitor-01',
      begins: true,
      expect: {
        calls: [
          {
            tool: 'analyze_competitor_gap',
            arguments: { industry: 'Retail', client_current_state: 'exploring' },
            data: { gapMonths: { min: 6, max: 12 } },
          },
        ],
      },
    },
  ),
  scenario(
    'C10',
    'looks at a site, and at no private one',
    {
      say: ({ site = '' }) => `Our site is ${site} what do you see?`,
      contact: 'c10',
      expect: {
        calls: [
          {
            tool: 'analyze_website_tech_stack',
            data: {
              technologies: (found: { name: string; confidence: string }[]) =>
                found.some(({ name, confidence }) => name === 'WordPress' && confidence === 'high'),
              missing: (missing: string[]) => missing.includes('chat widget'),
              opportunities: (found: { title: string }[]) =>
                found.some(({ title }) => /assistant/i.test(title)),
            },
          },
        ],
        says: ['WordPress', /chat/i, /assistant/i],
      },
    },
    {
      say: 'Our site is http://10.1.2.3/intranet what do you see?',
      begins: true,
      expect: { calls: [{ tool: 'analyze_website_tech_stack', errorClass: 'VALIDATION_FAILED' }] },
    },
  ),
];
