export interface SearchHit {
  title: string;
  url: string;
  snippet: string;
  /** As the provider gives it. */
  publishedAt: string | null;
}

/** What a provider found. */
export interface ProviderAnswer {
  /** Only if the provider writes one. */
  answer: string | null;
  results: SearchHit[];
}

/** What a provider is asked. */
export interface SearchRequest {
  query: string;
  /** Pages whose hosts are searched first and ranked on top. */
  urls?: readonly string[];
  language: string;
  maxResults: number;
}

/** Without `www.`; empty for what is no URL. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}
