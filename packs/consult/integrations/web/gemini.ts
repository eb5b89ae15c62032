import { z } from 'zod';
import { ToolError, type ToolContext } from '#pack-kit';
import type { ProviderAnswer, SearchHit, SearchRequest } from './search-provider.ts';

const ENDPOINT = 'https://generativelanguage.googleapis.com';
const MODEL = 'gemini-3.5-flash-lite';

/** The fields of a grounded answer (https://ai.google.dev/gemini-api/docs/google-search). */
const answered = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({ parts: z.array(z.object({ text: z.string().optional() })).default([]) })
          .optional(),
        groundingMetadata: z
          .object({
            groundingChunks: z
              .array(z.object({ web: z.object({ uri: z.string(), title: z.string().nullish() }).optional() }))
              .default([]),
            groundingSupports: z
              .array(
                z.object({
                  segment: z.object({ text: z.string().nullish() }).optional(),
                  groundingChunkIndices: z.array(z.int()).default([]),
                }),
              )
              .default([]),
          })
          .optional(),
      }),
    )
    .default([]),
});

/** Calls Gemini with search grounding; the sources become the results. An empty `url` means Google's own. */
export async function searchByGemini(
  { http }: Pick<ToolContext, 'http'>,
  { query, urls = [], language }: SearchRequest,
  { url, key }: { url: string; key: string },
): Promise<ProviderAnswer> {
  const preferred = urls.length > 0 ? ` Look at these pages first: ${urls.join(', ')}.` : '';
  const base = (url || ENDPOINT).replace(/\/+$/, '');
  const response = await http.request({
    url: `${base}/v1beta/models/${MODEL}:generateContent`,
    headers: { 'x-goog-api-key': key },
    json: {
      contents: [
        { role: 'user', parts: [{ text: `${query}\nAnswer in the language ${language}.${preferred}` }] },
      ],
      tools: [{ google_search: {} }],
    },
  });
  const read = answered.safeParse(response.json());
  const candidate = read.data?.candidates[0];
  if (!candidate) throw new ToolError('UPSTREAM_ERROR', 'Gemini answered with nothing that can be read.');
  const { groundingChunks = [], groundingSupports = [] } = candidate.groundingMetadata ?? {};
  const text = (candidate.content?.parts ?? [])
    .map((part) => part.text ?? '')
    .join('')
    .trim();
  const saidOf = (source: number) =>
    groundingSupports
      .filter(({ groundingChunkIndices }) => groundingChunkIndices.includes(source))
      .map(({ segment }) => segment?.text ?? '')
      .join(' ')
      .trim();
  return {
    // A statement without a source is the model's own opinion, not a search result.
    answer: groundingChunks.length > 0 ? text || null : null,
    results: groundingChunks.flatMap(({ web }, index): SearchHit[] =>
      web ? [{ title: web.title ?? web.uri, url: web.uri, snippet: saidOf(index), publishedAt: null }] : [],
    ),
  };
}
