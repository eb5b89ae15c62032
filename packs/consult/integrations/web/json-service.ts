import { z } from 'zod';
import { ToolError, type ToolContext } from '#pack-kit';
import type { ProviderAnswer, SearchRequest } from './search-provider.ts';

/** The response of a custom search service, in Turnpike's own format. */
const answered = z.object({
  answer: z.string().nullish(),
  results: z.array(
    z.object({
      title: z.string(),
      url: z.string(),
      snippet: z.string().default(''),
      publishedAt: z.string().nullish(),
    }),
  ),
});

/** Sends the query to a custom search service. */
export async function searchByJson(
  { http }: Pick<ToolContext, 'http'>,
  { query, urls = [], maxResults, language }: SearchRequest,
  { url, key }: { url: string; key: string },
): Promise<ProviderAnswer> {
  const response = await http.request({
    url,
    json: { query, urls, maxResults, language },
    headers: { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
  });
  const read = answered.safeParse(response.json());
  if (!read.success)
    throw new ToolError(
      'UPSTREAM_ERROR',
      'The search service answered with something that is not a list of results.',
    );
  const { answer, results } = read.data;
  return {
    answer: answer ?? null,
    results: results.map((hit) => ({ ...hit, publishedAt: hit.publishedAt ?? null })),
  };
}
