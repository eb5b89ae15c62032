import { OutboundUnavailableError } from '#outbound';
import { LocalServer, type ReceivedRequest } from '../../../test/harness/local-server.ts';
import { advisoryOrg } from '../testing/advisory.fixture.ts';
import type { SearchAnswer } from '../integrations/web/search.ts';
import { analyzeCompetitorGap, type CompetitorGap } from './analyze-competitor-gap.tool.ts';
import { getStockPrice, type StockPrice } from './get-stock-price.tool.ts';
import { getWeather, type Weather } from './get-weather.tool.ts';
import { searchCompaniesByLocation, type FoundCompanies } from './search-companies-by-location.tool.ts';
import { searchWeb } from './search-web.tool.ts';

const INVALID = { errorClass: 'VALIDATION_FAILED' };

type Row = { title: string; url: string; content?: string; publishedDate?: string };

describe('tools over the web', () => {
  const advisory = advisoryOrg({ per: 'test' });
  let server: LocalServer;
  /** The server's response: a status, or the JSON for a request. */
  let answer: (request: ReceivedRequest) => { status?: number; json?: unknown; text?: string };

  beforeAll(async () => {
    server = await LocalServer.start((request, response) => {
      const { status = 200, json, text } = answer(request);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(text ?? JSON.stringify(json ?? {}));
    });
  });
  afterAll(() => server?.stop());
  beforeEach(() => {
    server.received.length = 0;
    advisory.settings.set('SEARCH_API_URL', server.url);
  });

  const finding = (...rows: Row[]) => {
    answer = () => ({ json: { results: rows } });
  };
  const search = (args: Record<string, unknown>) => advisory.run<SearchAnswer>(searchWeb, args);

  it.each([
    ['searxng', 'SEARCH_API_URL'],
    ['json', 'SEARCH_API_URL'],
    ['gemini', 'SEARCH_API_KEY'],
    ['', 'SEARCH_PROVIDER'],
    ['bing', 'SEARCH_PROVIDER'],
  ])('the provider %j without its settings names %s, and sends no request', async (provider, setting) => {
    advisory.settings.set('SEARCH_PROVIDER', provider);
    advisory.settings.delete('SEARCH_API_URL');
    await expect(search({ query: 'rules' })).rejects.toMatchObject({
      errorClass: 'NOT_CONFIGURED',
      message: expect.stringContaining(setting),
      help: { missingSettings: [setting] },
    });
    expect(server.received).toEqual([]);
  });

  describe('search_web', () => {
    it('queries SearXNG with its own protocol, and cites the results', async () => {
      const url = 'https://law.example/act';
      finding(
        { title: 'AI Act', url, content: 'Rules for small firms', publishedDate: '2026-01-02' },
        { title: 'Again', url },
        { title: 'No page', url: 'ftp://law.example' },
      );
      expect(await search({ query: 'AI rules for small firms' })).toEqual({
        answer: null,
        results: [{ title: 'AI Act', url, snippet: 'Rules for small firms', publishedAt: '2026-01-02' }],
        citations: [{ index: 1, title: 'AI Act', url }],
        provider: 'searxng',
        retrievedAt: '2026-03-02T00:00:00.000Z',
      });
      const [asked] = server.received;
      expect(asked?.method).toBe('GET');
      expect(asked?.url).toBe('/search?q=AI+rules+for+small+firms&format=json&language=en');
    });

    it('searches preferred sites first and ranks them on top', async () => {
      answer = ({ url }) => {
        const mine = { title: 'Mine', url: 'https://www.site.example/a' };
        const other = { title: 'Other', url: 'https://other.example/b' };
        return { json: { results: url.includes('site%3A') ? [mine] : [other, mine] } };
      };
      const found = await search({ query: 'prices', urls: ['https://site.example/x'] });
      expect(found.results.map(({ title }) => title)).toEqual(['Mine', 'Other']);
      expect(server.received.map(({ url }) => url)).toEqual(
        expect.arrayContaining([expect.stringContaining('site%3Asite.example')]),
      );
    });

    it('queries a custom service with its key', async () => {
      advisory.settings.set('SEARCH_PROVIDER', 'json').set('SEARCH_API_KEY', 'k-1');
      answer = () => ({ json: { answer: 'Yes.', results: [{ title: 'T', url: 'https://t.example' }] } });
      const results = [{ snippet: '', publishedAt: null }];
      const found = await search({ query: 'is it so' });
      expect(found).toMatchObject({ answer: 'Yes.', provider: 'json', results });
      const [asked] = server.received;
      expect(asked?.headers.authorization).toBe('Bearer k-1');
      const body: unknown = JSON.parse(asked?.body ?? '');
      expect(body).toEqual({ query: 'is it so', urls: [], maxResults: 10, language: 'en' });
    });

    it('calls Gemini with grounding, whose sources are the results', async () => {
      advisory.settings.set('SEARCH_PROVIDER', 'gemini').set('SEARCH_API_KEY', 'g-1');
      const chunk = { web: { uri: 'https://news.example/1', title: 'news.example' } };
      const support = { segment: { text: 'Banks use chatbots.' }, groundingChunkIndices: [0] };
      const groundingMetadata = { groundingChunks: [chunk], groundingSupports: [support] };
      const content = { parts: [{ text: 'Banks use chatbots.' }] };
      answer = () => ({ json: { candidates: [{ content, groundingMetadata }] } });
      expect(await search({ query: 'chatbots in banking' })).toMatchObject({
        answer: 'Banks use chatbots.',
        provider: 'gemini',
        results: [{ title: 'news.example', url: 'https://news.example/1', snippet: 'Banks use chatbots.' }],
      });
      const [asked] = server.received;
      expect(asked?.url).toBe('/v1beta/models/gemini-3.5-flash-lite:generateContent');
      expect(asked?.headers['x-goog-api-key']).toBe('g-1');
      expect(JSON.parse(asked?.body ?? '')).toMatchObject({ tools: [{ google_search: {} }] });
      answer = () => ({ json: { candidates: [{ content: { parts: [{ text: 'I think so.' }] } }] } });
      expect(await search({ query: 'without sources' })).toMatchObject({ answer: null, results: [] });
    });

    it('returns an empty result without an error, and reports other failures', async () => {
      finding();
      expect(await search({ query: 'nothing at all' })).toMatchObject({ results: [], citations: [] });
      answer = () => ({ status: 503 });
      await expect(search({ query: 'away' })).rejects.toMatchObject({
        toolErrorClass: 'UPSTREAM_UNAVAILABLE',
      });
      answer = () => ({ text: '<html>' });
      await expect(search({ query: 'no json' })).rejects.toMatchObject({ toolErrorClass: 'UPSTREAM_ERROR' });
      answer = () => ({ json: { hits: [] } });
      await expect(search({ query: 'other json' })).rejects.toMatchObject({ errorClass: 'UPSTREAM_ERROR' });
      advisory.settings.set('SEARCH_API_URL', 'http://127.0.0.1:9');
      await expect(search({ query: 'nobody there' })).rejects.toBeInstanceOf(Error);
      expect(new OutboundUnavailableError('x', undefined).toolErrorClass).toBe('UPSTREAM_UNAVAILABLE');
    });

    it.each([
      { query: '' },
      { query: 'x'.repeat(301) },
      { query: 'ok', urls: ['nowhere'] },
      { query: 'ok', urls: ['ftp://a.example'] },
    ])('refuses %j', async (args) => {
      await expect(search(args)).rejects.toMatchObject(INVALID);
    });
  });

  describe('get_weather', () => {
    it.each([
      ['Now 18.4 °C and sunny', 18.4],
      ['It is 68°F outside', 20],
      ['Temperature: -3 degrees Celsius', -3],
      ['درجة الحرارة ٣٥ درجة مئوية', 35],
      ['Today 15–20 °C, light wind', 20],
      ['Aktuell 20,5 °C', 20.5],
      ['between −5 and -2 °C', -2],
      ['الآن 31°م', 31],
    ])('reads %s as %s °C', async (content, temperatureC) => {
      finding({ title: 'Weather', url: 'https://w.example', content });
      expect(await advisory.run<Weather>(getWeather, { location: 'Oslo' })).toMatchObject({
        found: true,
        temperatureC,
        source: { url: 'https://w.example' },
      });
    });

    it('does not guess', async () => {
      finding({ title: 'Oslo', url: 'https://w.example', content: 'Oslo has 5 parks and 12 Cafés.' });
      expect(await advisory.run<Weather>(getWeather, { location: 'Oslo' })).toMatchObject({
        found: false,
        temperatureC: null,
        source: null,
      });
      await expect(advisory.run(getWeather, { location: '' })).rejects.toMatchObject(INVALID);
    });
  });

  it('search_companies_by_location reads names from titles', async () => {
    finding({ title: 'Nordic Pay - Fintech in Tallinn', url: 'https://np.example', content: 'Pays.' });
    const found = await advisory.run<FoundCompanies>(searchCompaniesByLocation, {
      location: 'Tallinn',
      industry: 'fintech',
      companyType: 'startups',
    });
    expect(found.query).toBe('companies and businesses Tallinn fintech startups business directory');
    expect(found.companies).toEqual([{ name: 'Nordic Pay', url: 'https://np.example', snippet: 'Pays.' }]);
    await expect(advisory.run(searchCompaniesByLocation, {})).rejects.toMatchObject(INVALID);
  });

  describe('get_stock_price', () => {
    it('reads the first amount with a currency beside the symbol', async () => {
      finding(
        { title: 'Markets', url: 'https://a.example', content: 'Gold is at $2,000.' },
        { title: 'NVDA quote', url: 'https://b.example', content: 'NVDA closed at $1,234.50 on Friday' },
      );
      expect(await advisory.run<StockPrice>(getStockPrice, { symbol: 'nvda' })).toMatchObject({
        symbol: 'NVDA',
        found: true,
        price: 1_234.5,
        currency: 'USD',
        source: { url: 'https://b.example' },
        delayed: true,
      });
    });

    it('returns nothing instead of a guess, and accepts only symbols', async () => {
      finding({ title: 'NVDA news', url: 'https://b.example', content: 'NVDA hires 300 people' });
      expect(await advisory.run<StockPrice>(getStockPrice, { symbol: 'NVDA' })).toMatchObject({
        found: false,
        price: null,
      });
      await expect(advisory.run(getStockPrice, { symbol: '12$' })).rejects.toMatchObject(INVALID);
    });
  });

  describe('analyze_competitor_gap', () => {
    const gap = (state: string) =>
      advisory.run<CompetitorGap>(analyzeCompetitorGap, { industry: 'retail', client_current_state: state });

    it('places a visitor who explores 6 to 12 months behind leaders in production', async () => {
      const news = (...titles: string[]) =>
        titles.map((title) => ({ title, url: `https://news.example/${encodeURIComponent(title)}` }));
      answer = ({ url }) => {
        const query = decodeURIComponent(url);
        const results = query.includes('launch')
          ? news('Alpha Stores launches an assistant', 'Beta Shop launches search')
          : news(query.includes('hiring') ? 'Gamma Retail is hiring AI engineers' : 'Weather tomorrow');
        return { json: { results } };
      };
      const found = await gap('we are only exploring');
      expect(found.competitors.map(({ name, stage }) => [name, stage])).toEqual([
        ['Alpha Stores', 3],
        ['Beta Shop', 3],
        ['Gamma Retail', 2],
      ]);
      expect(found).toMatchObject({
        clientStage: 1,
        leaderStage: 3,
        gapMonths: { min: 6, max: 12 },
        insufficientEvidence: false,
      });
      expect(found.citations).toHaveLength(3);
      expect((await gap('company-wide already')).gapMonths).toEqual({ min: 0, max: 0 });
    });

    it('claims nothing without evidence', async () => {
      finding({ title: 'Recipes', url: 'https://r.example', content: 'Soup.' });
      expect(await gap('exploring')).toMatchObject({
        insufficientEvidence: true,
        gapMonths: null,
        competitors: [],
      });
      await expect(advisory.run(analyzeCompetitorGap, { industry: 'x' })).rejects.toMatchObject(INVALID);
    });
  });
});
