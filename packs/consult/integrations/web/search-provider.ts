import { z } from 'zod';
export const searchHit = z.object({
  title: z.string(),
  url: z.string(),
  snippet: z.string(),
  publishedAt: z.string().nullable().describe('As the provider writes it'),
});
export type SearchHit = z.infer<typeof searchHit>;

/** Results of a provider. */
export const providerAnswer = z.object({
  answer: z.string().nullable().describe('Present only if the provider writes an answer'),
  results: z.array(searchHit),
});
export type ProviderAnswer = z.infer<typeof providerAnswer>;

/** A query to a provider. */
export interface SearchRequest {
  query: string;
  /** Hosts whose pages are searched first and ranked on top. */
  urls?: readonly string[];
  language: string;
  maxResults: number;
}

/** The host without `www.`; empty for an invalid URL. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}
