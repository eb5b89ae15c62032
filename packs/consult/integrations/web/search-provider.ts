export interface SearchHit {
  title: string;
  url: string;
  snippet: string;
  /** The URL as the provider returns it. */
  publishedAt: string | null;
}

/** Results of a provider. */
export interface ProviderAnswer {
  /** Present only if the provider writes an answer. */
  answer: string | null;
  results: SearchHit[];
}

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
