import type { OfflineToolHints } from '#pack-kit';
import { hasPhrase, normalizedWords } from '#text';
import { oneDecimal } from '../tools/figures.ts';
import { industryIn } from '../schema/industries.ts';
import type { SearchAnswer } from '../integrations/web/search.ts';
import type { CompetitorGap } from '../tools/analyze-competitor-gap.tool.ts';
import type { SiteAnalysis } from '../tools/analyze-website-tech-stack.tool.ts';
import type { SharedPlace } from '../tools/get-location.tool.ts';
import type { StockPrice } from '../tools/get-stock-price.tool.ts';
import type { Weather } from '../tools/get-weather.tool.ts';
import type { FoundCompanies } from '../tools/search-companies-by-location.tool.ts';
import type { Snapshot } from '../tools/snapshots.ts';
import { industryName } from './arabic-names.ts';
import { addressIn, companiesOf, lacking, placeIn, tickerIn } from './readings.ts';

const MOST_RESULTS = 5;
const WEATHER_CUES = ['weather', 'temperature', 'forecast', 'الطقس', 'درجة الحرارة'];
const WEATHER_WORDS = [
  ...WEATHER_CUES,
  'coat',
  'umbrella',
  'rain',
  'warm',
  'hot',
  'cold',
  'مطر',
  'حار',
  'بارد',
];
const WEB_CUES = ['search the web', 'search the web for', 'look up', 'latest news', 'ابحث', 'آخر أخبار'];
const NO_WEB_SEARCH = {
  en: 'I cannot look things up on the web here yet: no web search is connected, and I would rather not guess.',
  ar: 'لا أستطيع البحث في الويب هنا بعد، فلا يوجد محرك بحث موصول، ولا أريد أن أخمن.',
};
const NO_VISION = {
  en: 'I cannot look at pictures here yet: no model that sees is connected, and I would rather not guess.',
  ar: 'لا أستطيع النظر إلى الصور هنا بعد، فلا يوجد نموذج يرى، ولا أريد أن أخمن.',
};

const listed = ({ results }: SearchAnswer) =>
  results
    .slice(0, MOST_RESULTS)
    .map(({ title, url, snippet }, index) => `[${index + 1}] ${title}: ${snippet.slice(0, 200)} (${url})`);
const companies = ({ companies: found }: FoundCompanies) =>
  found.map(({ name, url }) => `- ${name} (${url})`);

function siteReply({ finalUrl, title, technologies, missing, opportunities }: SiteAnalysis): string {
  const seen = technologies.map(({ name, confidence }) =>
    confidence === 'high' ? name : `probably ${name}`,
  );
  return [
    `${title || finalUrl}: ${seen.join(', ') || 'no technology that I know could be seen'}.`,
    ...(missing.length > 0 ? [`I could not see: ${missing.join(', ')}.`] : []),
    ...opportunities.map(({ title: what, why }) => `- ${what}: ${why}`),
  ].join('\n');
}

function gapReply({ industry, gapMonths, citations }: CompetitorGap): string {
  if (!gapMonths) return `I found no public signs of what others in ${industry} do with AI.`;
  const sources = citations.map(({ title, url }) => `${title} (${url})`).join('; ');
  return `By public signs the leaders are about ${gapMonths.min} to ${gapMonths.max} months ahead.\nSources: ${sources}`;
}

function gapReplyArabic({ industry, gapMonths, citations }: CompetitorGap): string {
  if (!gapMonths) return `لم أجد إشارات علنية عما يفعله الآخرون في قطاع ${industryName(industry, 'ar')}.`;
  const sources = citations.map(({ title, url }) => `${title} (${url})`).join('؛ ');
  return `بحسب الإشارات العلنية يسبقكم الرواد بنحو ${gapMonths.min} إلى ${gapMonths.max} شهرا.\nالمصادر: ${sources}`;
}

const snapshot = (cues: string[], part: string, en: string, ar: string): OfflineToolHints => ({
  fill: {
    focus_prompt: {
      from: 'rule',
      read: ({ text }) =>
        /\bread\b|error message|اقرأ/iu.test(text) ? text.trim().slice(0, 300) : undefined,
    },
  },
  cues,
  notConfigured: NO_VISION,
  failure: lacking(part, en, ar),
  reply: {
    en: ({ analysis }: Snapshot) => analysis,
    ar: ({ analysis }: Snapshot) => `بحسب الصورة: ${analysis}`,
  },
});

/** Hints for the tools that read the web, a site, or a shared picture or place. */
export const researchHints: Readonly<Record<string, OfflineToolHints>> = {
  search_web: {
    fill: {
      query: {
        from: 'rest',
        without: ['search the web for', 'search the web', 'look up', 'search for', 'ابحث عن', 'ابحث'],
      },
    },
    cues: WEB_CUES,
    // Its query accepts any words, so it is called only if the message asks for a search.
    applies: ({ text }) => hasPhrase(normalizedWords(text), WEB_CUES),
    notConfigured: NO_WEB_SEARCH,
    reply: {
      en: (found: SearchAnswer) =>
        [found.answer ?? 'This is what the web says:', ...listed(found)].join('\n'),
      ar: (found: SearchAnswer) => [found.answer ?? 'هذا ما وجدته على الويب:', ...listed(found)].join('\n'),
    },
  },
  get_weather: {
    fill: { location: { from: 'rule', read: placeIn } },
    cues: WEATHER_CUES,
    applies: ({ text }) => hasPhrase(normalizedWords(text), WEATHER_WORDS),
    notConfigured: NO_WEB_SEARCH,
    ask: { location: { en: 'The weather of which place?', ar: 'طقس أي مدينة؟' } },
    reply: {
      en: ({ location, temperatureC, source }: Weather) =>
        temperatureC === null
          ? `I could not read the weather of ${location} anywhere.`
          : `It is ${oneDecimal(temperatureC)} °C in ${location}${source ? ` (${source.url})` : ''}.`,
      ar: ({ location, temperatureC, source }: Weather) =>
        temperatureC === null
          ? `لم أتمكن من قراءة حالة الطقس في ${location}.`
          : `درجة الحرارة في ${location} ${oneDecimal(temperatureC)} مئوية${source ? ` (${source.url})` : ''}.`,
    },
  },
  get_stock_price: {
    fill: { symbol: { from: 'rule', read: tickerIn } },
    cues: ['stock', 'share', 'trading', 'stock price', 'سهم', 'سعر سهم'],
    notConfigured: NO_WEB_SEARCH,
    ask: {
      symbol: {
        en: 'Which share? Give me its ticker symbol, such as NVDA.',
        ar: 'أي سهم؟ أعطني رمزه مثل NVDA.',
      },
    },
    reply: {
      en: ({ symbol, found, price, currency, source }: StockPrice) =>
        found
          ? `${symbol} is at ${price} ${currency} (${source?.url}). The quote may be delayed.`
          : `I found no price of ${symbol} that can be read.`,
      ar: ({ symbol, found, price, currency, source }: StockPrice) =>
        found
          ? `سعر سهم ${symbol} هو ${price} ${currency} (${source?.url}). قد يكون السعر متأخرا.`
          : `لم أجد سعرا واضحا لسهم ${symbol}.`,
    },
  },
  search_companies_by_location: {
    fill: {
      location: { from: 'rule', read: placeIn },
      industry: { from: 'rule', read: companiesOf },
      companyType: {
        from: 'enum',
        values: { startups: ['الشركات الناشئة', 'شركات ناشئة'], agencies: [], enterprises: [] },
      },
    },
    cues: ['companies', 'startups', 'firms', 'which companies', 'شركات', 'الشركات'],
    notConfigured: NO_WEB_SEARCH,
    ask: {
      location: { en: 'In which place should I look for companies?', ar: 'في أي مكان أبحث عن الشركات؟' },
    },
    reply: {
      en: (found: FoundCompanies) => ['The web lists these:', ...companies(found)].join('\n'),
      ar: (found: FoundCompanies) => ['هذه الشركات بحسب الويب:', ...companies(found)].join('\n'),
    },
  },
  analyze_competitor_gap: {
    fill: {
      industry: {
        from: 'first',
        of: [
          { from: 'rule', read: ({ text }) => industryIn(text) },
          { from: 'known', key: 'industry' },
        ],
      },
      client_current_state: {
        from: 'first',
        of: [
          { from: 'known', key: 'currentState' },
          { from: 'const', value: 'not said' },
        ],
      },
    },
    cues: ['competitors', 'competition', 'ahead of us', 'المنافسون', 'سبقنا'],
    notConfigured: NO_WEB_SEARCH,
    ask: { industry: { en: 'Which industry are you in?', ar: 'في أي قطاع تعملون؟' } },
    reply: { en: gapReply, ar: gapReplyArabic },
  },
  analyze_website_tech_stack: {
    fill: { url: { from: 'rule', read: addressIn } },
    cues: ['our site is', 'our website', 'what do you see', 'موقعنا'],
    ask: { url: { en: 'What is the address of the website?', ar: 'ما عنوان الموقع؟' } },
    reply: { en: siteReply },
  },
  get_location: {
    fill: {},
    cues: ['where am i', 'my location', 'أين أنا'],
    failure: lacking(
      'location',
      'I do not know where you are: you have not shared your location.',
      'لا أعرف أين أنت لأنك لم تشارك موقعك.',
    ),
    reply: {
      en: ({ city, country }: SharedPlace) =>
        `By what you have shared, you are in ${[city, country].filter(Boolean).join(', ')}.`,
      ar: ({ city, country }: SharedPlace) =>
        `بحسب ما شاركته، أنت في ${[city, country].filter(Boolean).join('، ')}.`,
    },
  },
  capture_screen_snapshot: snapshot(
    ['my screen', 'on my screen', 'what do you see', 'read the error message', 'شاشتي'],
    'screen',
    'I cannot see your screen: you do not share it. Share it here, and ask again.',
    'لا أرى شاشتك لأنك لم تشاركها معي.',
  ),
  capture_webcam_snapshot: snapshot(
    ['camera', 'my camera', 'take a look through', 'الكاميرا'],
    'webcam',
    'I cannot see your camera: you share no picture of it. Share one here, and ask again.',
    'لا أرى صورة من كاميرتك لأنك لم تشاركها معي.',
  ),
};
