import { z } from 'zod';

const DEFAULT_TIMEOUT_MS = 8_000;
const MOST_TIMEOUT_MS = 10_000;

const unsetWhenEmpty = (value: unknown) => (value === '' ? undefined : value);
const year = (fallback: number) =>
  z.preprocess(unsetWhenEmpty, z.coerce.number().int().min(1900).max(2200).default(fallback));

const variables = z
  .object({
    GEO_ARCGIS_BASE_URL: z.preprocess(
      unsetWhenEmpty,
      z
        .url({ protocol: /^https?$/, error: 'expected the URL of a MapServer' })
        .transform((url) => url.replace(/\/+$/, ''))
        .optional(),
    ),
    GEO_ARCGIS_TOKEN: z.preprocess(unsetWhenEmpty, z.string().optional()),
    GEO_LAYER_MAP: z.preprocess(unsetWhenEmpty, z.string().optional()),
    GEO_SQL_UNICODE_PREFIX: z.preprocess(
      unsetWhenEmpty,
      z
        .enum(['true', 'false', '1', '0'])
        .default('false')
        .transform((text) => text === 'true' || text === '1'),
    ),
    GEO_MIN_YEAR: year(2020),
    GEO_MAX_YEAR: year(2024),
    GEO_REQUEST_TIMEOUT_MS: z.preprocess(
      unsetWhenEmpty,
      z.coerce.number().int().min(100).max(MOST_TIMEOUT_MS).default(DEFAULT_TIMEOUT_MS),
    ),
  })
  .refine((given) => given.GEO_MIN_YEAR <= given.GEO_MAX_YEAR, {
    path: ['GEO_MIN_YEAR'],
    error: 'expected at most GEO_MAX_YEAR',
  });

/** Variables of the deployment that the server process receives. It receives no others. */
export const SERVER_VARIABLES = [
  ...Object.keys(variables.shape),
  // Allow-list of the outbound HTTP client.
  'HTTP_ALLOW_HOSTS',
];

export interface GeoSettings {
  /** Tools answer NOT_CONFIGURED when absent. */
  baseUrl: string | undefined;
  token: string | undefined;
  /** The raw text. It is parsed at use, so that a tool reports an error in it. */
  layerMap: string | undefined;
  unicodePrefix: boolean;
  minYear: number;
  maxYear: number;
  requestTimeoutMs: number;
}

/** @throws Error that names each invalid variable */
export function readGeoSettings(given: Readonly<Record<string, string | undefined>>): GeoSettings {
  const parsed = variables.safeParse(given);
  if (!parsed.success)
    throw new Error(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
    );
  const { data } = parsed;
  return {
    baseUrl: data.GEO_ARCGIS_BASE_URL,
    token: data.GEO_ARCGIS_TOKEN,
    layerMap: data.GEO_LAYER_MAP,
    unicodePrefix: data.GEO_SQL_UNICODE_PREFIX,
    minYear: data.GEO_MIN_YEAR,
    maxYear: data.GEO_MAX_YEAR,
    requestTimeoutMs: data.GEO_REQUEST_TIMEOUT_MS,
  };
}
