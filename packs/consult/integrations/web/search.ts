import { z } from 'zod';
import { ToolError, type ToolContext } from '#pack-kit';
import { searchByGemini } from './gemini.ts';
import { searchByJson } from './json-service.ts';
import {
  providerAnswer,
  hostOf,
  type ProviderAnswer,
  type SearchHit,
  type SearchRequest,
} from './search-provider.ts';
import { searchBySearxng } from './searxng.ts';

export const citations = z.array(z.object({ index: z.number(), title: z.string(), url: z.string() }));
export const searchAnswer = z.object({
  ...providerAnswer.shape,
  citations,
  provider: z.string(),
  retrievedAt: z.string(),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;

type Settings = ToolContext['settings'];
type Port = Pick<ToolContext, 'http' | 'signal'>;
type Provider = (
  port: Port,
  request: SearchRequest,
  access: { url: string; key: string },
) => Promise<ProviderAnswer>;

/** The settings that each provider needs besides its name. */
const PROVIDERS: Record<string, { search: Provider; needs: 'SEARCH_API_URL' | 'SEARCH_API_KEY' }> = {
  searxng: { search: searchBySearxng, needs: 'SEARCH_API_URL' },
  json: { search: searchByJson, needs: 'SEARCH_API_URL' },
  gemini: { search: searchByGemini, needs: 'SEARCH_API_KEY' },
};
const DEFAULT_PROVIDER = 'searxng';
const MOST_RESULTS = 10;

/** One circuit for all tools that use the search service. */
export const SEARCH_SERVICE = { service: 'web-search' };

/**
 * Searches the web with the org's provider.
 *
 * @throws ToolError NOT_CONFIGURED naming the setting that is missing, before anything is sent.
 */
export async function searchTheWeb(
  context: Pick<ToolContext, 'http' | 'signal' | 'settings' | 'language' | 'clock'>,
  { query, urls = [] }: { query: string; urls?: readonly string[] },
): Promise<SearchAnswer> {
  const { name, search, url, key } = providerOf(context.settings);
  const request = { query, urls, language: context.language, maxResults: MOST_RESULTS };
  const found = await search(context, request, { url, key });
  const results = ranked(distinct(found.results), urls).slice(0, MOST_RESULTS);
  return {
    answer: found.answer,
    results,
    citations: results.map((hit, index) => ({ index: index + 1, title: hit.title, url: hit.url })),
    provider: name,
    retrievedAt: context.clock.now().toISOString(),
  };
}

function providerOf(settings: Settings) {
  const name = (settings.get('SEARCH_PROVIDER') ?? DEFAULT_PROVIDER).trim().toLowerCase();
  const provider = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
  if (!provider) throw notConfigured('SEARCH_PROVIDER', ` to one of ${Object.keys(PROVIDERS).join(', ')}`);
  const url = settings.get('SEARCH_API_URL')?.trim() ?? '';
  const key = settings.get('SEARCH_API_KEY')?.trim() ?? '';
  if ((provider.needs === 'SEARCH_API_URL' ? url : key) === '') throw notConfigured(provider.needs, '');
  if (url !== '' && !URL.canParse(url)) throw notConfigured('SEARCH_API_URL', ' to an absolute URL');
  return { name, search: provider.search, url, key };
}

function notConfigured(setting: string, how: string): ToolError {
  return new ToolError('NOT_CONFIGURED', `Web search is not configured: set ${setting}${how}.`, {
    missingSettings: [setting],
  });
}

function distinct(hits: readonly SearchHit[]): SearchHit[] {
  const seen = new Set<string>();
  return hits.filter(({ url }) => !seen.has(url) && seen.add(url) && /^https?:\/\//i.test(url));
}

/** Hits of the preferred hosts first, then the others in the provider's order. */
function ranked(hits: readonly SearchHit[], urls: readonly string[]): SearchHit[] {
  const hosts = new Set(urls.map(hostOf));
  const preferred = hits.filter(({ url }) => hosts.has(hostOf(url)));
  return [...preferred, ...hits.filter((hit) => !preferred.includes(hit))];
}
