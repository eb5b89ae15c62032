import { z } from 'zod';
import { ToolError, type ToolContext } from '#pack-kit';
import { hostOf, type ProviderAnswer, type SearchHit, type SearchRequest } from './search-provider.ts';

/** The fields of SearXNG's JSON that are read (https://docs.searxng.org/dev/search_api.html). */
const answered = z.object({
  results: z.array(
    z.object({
      title: z.string().nullish(),
      url: z.string(),
      content: z.string().nullish(),
      publishedDate: z.string().nullish(),
    }),
  ),
  answers: z.array(z.union([z.string(), z.object({ answer: z.string() }).loose()])).nullish(),
});

/** Queries a SearXNG server, the preferred hosts first. */
export async function searchBySearxng(
  port: Pick<ToolContext, 'http'>,
  { query, urls = [], language }: SearchRequest,
  { url }: { url: string },
): Promise<ProviderAnswer> {
  const sites = [...new Set(urls.map(hostOf))].filter(Boolean).map((host) => `site:${host}`);
  const asked = [...(sites.length > 0 ? [`${query} (${sites.join(' OR ')})`] : []), query];
  const answers = await Promise.all(asked.map((text) => ask(port, url, text, language)));
  return {
    answer: answers.at(-1)?.answer ?? null,
    results: answers.flatMap(({ results }) => results),
  };
}

async function ask(
  { http }: Pick<ToolContext, 'http'>,
  base: string,
  query: string,
  language: string,
): Promise<ProviderAnswer> {
  const address = new URL(`${base.replace(/\/+$/, '')}/search`);
  address.search = new URLSearchParams({ q: query, format: 'json', language }).toString();
  const response = await http.request({ url: address, headers: { accept: 'application/json' } });
  const read = answered.safeParse(response.json());
  if (!read.success)
    throw new ToolError(
      'UPSTREAM_ERROR',
      'The search server answered with something that is not a list of results.',
    );
  const [first] = read.data.answers ?? [];
  return {
    answer: first === undefined ? null : typeof first === 'string' ? first : first.answer,
    results: read.data.results.map(({ title, url, content, publishedDate }): SearchHit => ({
      title: title ?? url,
      url,
      snippet: content ?? '',
      publishedAt: publishedDate ?? null,
    })),
  };
}
