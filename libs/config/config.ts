import { z } from 'zod';
import { parseAllowedHost, type AllowedHost } from './allowed-hosts.ts';
import { ConfigError } from './config.errors.ts';
import { isTimeZone, redactText } from '#text';
import { mailTransports, settingRanges, voiceTiers, type NumberRange } from './setting-ranges.ts';
import { trustedProxies } from './trusted-proxies.ts';

/** An empty value in a `.env` file or a compose file means "not set". */
const setting = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);
const text = setting(z.string().optional());
/** True for a URL of one host. Lists such as `host1,host2` are for clusters, which no client of ours reads. */
const isUrlOfOneHost = (value: string) => URL.canParse(value) && !new URL(value).hostname.includes(',');
const url = (protocols: RegExp, example: string) =>
  text.refine(
    (value) => value === undefined || (protocols.test(value) && isUrlOfOneHost(value)),
    `expected the URL of one host, such as ${example}`,
  );
const port = (fallback: number) => setting(z.coerce.number().int().min(0).max(65_535).default(fallback));
const instant = setting(z.iso.datetime({ offset: true }).optional());
const day = setting(z.iso.date().optional());
const keys = text.transform((value = '') =>
  value
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean),
);
const count = (fallback: number, max: number) =>
  setting(z.coerce.number().int().min(1).max(max).default(fallback));

const wholeNumber = ({ min, max, default: fallback }: NumberRange) =>
  setting(z.coerce.number().int().min(min).max(max).default(fallback));
const fraction = ({ min, max, default: fallback }: NumberRange) =>
  setting(z.coerce.number().min(min).max(max).default(fallback));
const hosts = (expected: string, fits: (host: AllowedHost) => boolean) =>
  keys.superRefine((entries, context) => {
    for (const [index, entry] of entries.entries()) {
      const host = parseAllowedHost(entry);
      if (!host || !fits(host))
        context.addIssue({ code: 'custom', message: `entry ${index + 1}: expected ${expected}` });
    }
  });
const allowedHosts = hosts('host, host:port, *.suffix or a network such as 10.0.0.0/8', () => true);
const allowedNames = hosts('host, host:port or *.suffix', ({ kind }) => kind !== 'network');
const flag = (fallback: '0' | '1') =>
  setting(z.enum(['0', '1']).default(fallback)).transform((text) => text === '1');

/** A list separated by commas, each part as the groups of `pattern`. */
const listOf = (pattern: RegExp, message: string) =>
  z.string().transform((text, context) => {
    const parts = text.split(',').map((part) => pattern.exec(part.trim())?.slice(1));
    if (parts.every((groups) => groups !== undefined)) return parts;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const modelNames = listOf(
  /^(?:(flash|standard|premium)=)?([\w./:@-]{1,100})$/,
  'expected a model name, or flash=NAME,standard=NAME,premium=NAME',
).transform((parts) => {
  const names: Partial<Record<'flash' | 'standard' | 'premium', string>> = {};
  for (const [tier, name] of parts)
    for (const each of ['flash', 'standard', 'premium'] as const)
      if (tier === undefined || tier === each) names[each] = name;
  return names;
});

const modelPrices = listOf(
  /^([\w./:@-]{1,100})=(\d{1,6}(?:\.\d+)?)\/(\d{1,6}(?:\.\d+)?)\/(\d{1,6}(?:\.\d+)?)$/,
  'expected NAME=INPUT/CACHED/OUTPUT in USD per million tokens, such as qwen3:8b=0.2/0.1/0.6',
).transform((parts) =>
  Object.fromEntries(
    parts.map(([name = '', ...prices]) => {
      const [input = 0, cachedInput = 0, output = 0] = prices.map(Number);
      return [name, { input, cachedInput, output }];
    }),
  ),
);

const POSTGRES_URL = url(/^postgres(ql)?:\/\//, 'postgres://user:password@host:5432/turnpike');
const REDIS_URL = url(/^rediss?:\/\//, 'redis://host:6379');
const HTTP_URL = (example: string) => url(/^https?:\/\//, example);

/**
 * Connections of a process to the embedded database. Its one session executes the transactions of all connections in the order of
 * their arrival, so that with more of them one org could fill that order.
 */
const EMBEDDED_POOL_SIZE = 2;

/** All settings of the deployment. Settings of packs belong to the org and are read per call (`ToolContext.settings`). */
const environmentSchema = z.object({
  NODE_ENV: setting(z.enum(['development', 'test', 'production']).default('development')),
  DATABASE_URL: POSTGRES_URL,
  /** Set by `npm start` for its child processes when it serves PGlite; never by an operator. */
  EMBEDDED_DATABASE_URL: POSTGRES_URL,
  REDIS_URL,
  /** Separates the queues of several installations or tests on one Redis. */
  QUEUE_PREFIX: setting(
    z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/, 'expected 1 to 40 small letters, digits or hyphens')
      .default('turnpike'),
  ),
  DATA_DIR: setting(z.string().default('.data')),
  HOST: setting(z.string().default('127.0.0.1')),
  /** Default: no proxy, so the address of the peer is used. */
  TRUSTED_PROXIES: setting(trustedProxies.optional()),
  /** Non-public targets that outbound requests may reach. */
  HTTP_ALLOW_HOSTS: allowedHosts,
  /** Default for orgs without their own setting. */
  MAIL_TRANSPORT: setting(z.enum(mailTransports).default('outbox')),
  SMTP_URL: url(/^smtps?:\/\//, 'smtps://user:password@mail.example.com'),
  MAIL_FROM: text,
  /** Host names by which MCP clients reach the api, in addition to those of this machine. */
  MCP_ALLOWED_HOSTS: allowedNames,
  /** API key for `npm run mcp` if its command line has none. */
  MCP_API_KEY: text,
  /** Enables, for the org `demo`, the pack with the tools that the official MCP conformance suite calls. */
  MCP_CONFORMANCE: flag('0'),
  API_PORT: port(3000),
  ADMIN_PORT: port(3001),
  WORKER_PORT: port(0),
  WORKER_CONCURRENCY: count(20, 1_000),
  /** Number of threads per process that run programs. */
  SANDBOX_THREADS: count(2, 64),
  DATABASE_POOL_SIZE: count(20, 500),
  LOG_LEVEL: setting(z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info')),
  OTEL_EXPORTER_OTLP_ENDPOINT: HTTP_URL('http://collector:4318'),
  /** Bearer token for `/metrics`. Without it, everyone who can reach the port can read the metrics. */
  METRICS_TOKEN: text,
  CLOCK_AT: instant,
  DEMO_ANCHOR_DATE: day,
  /** Whether the demo seed adds the recorded two weeks of history to an empty database. */
  DEMO_HISTORY: flag('1'),
  SECRETS_KEY: text,
  /** Earlier keys that still decrypt secrets while `SECRETS_KEY` is rotated. */
  PREVIOUS_SECRETS_KEYS: keys,
  MODEL_PROVIDER: setting(
    z
      .enum(['google', 'openai', 'anthropic', 'offline'], 'expected google, openai, anthropic or offline')
      .optional(),
  ),
  GOOGLE_API_KEY: keys,
  /** Alternative name for `GOOGLE_API_KEY` that other tools use. */
  GOOGLE_GENERATIVE_AI_API_KEY: keys,
  GOOGLE_BASE_URL: HTTP_URL('https://generativelanguage.googleapis.com'),
  ANTHROPIC_API_KEY: keys,
  ANTHROPIC_BASE_URL: HTTP_URL('https://api.anthropic.com'),
  OPENAI_API_KEY: keys,
  OPENAI_BASE_URL: HTTP_URL('https://api.openai.com/v1'),
  /** For servers with their own models: one name for all tiers, or `flash=…,standard=…,premium=…`. */
  OPENAI_MODELS: setting(modelNames.optional()),
  /** Prices of models and embedding models without a known price; they replace known ones. */
  MODEL_PRICES_USD: setting(modelPrices.default({})),
  /** Embedding provider. Default: the first of google and openai with a key, otherwise offline. */
  EMBEDDING_PROVIDER: setting(
    z
      .enum(['google', 'openai', 'compatible', 'offline'], 'expected google, openai, compatible or offline')
      .optional(),
  ),
  /** Embedding model with 768 dimensions; replaces the provider's default. Required for `compatible`. */
  EMBEDDING_MODEL: text,
  /** URL of a server with OpenAI's API, for `compatible`. */
  EMBEDDING_BASE_URL: HTTP_URL('http://127.0.0.1:11434/v1'),
  /** Maximum input of the `compatible` server, in its tokens. Default: 8,191. */
  EMBEDDING_MAX_INPUT_TOKENS: setting(z.coerce.number().int().min(64).max(1_000_000).optional()),
  /** API key for `compatible`, if the server needs one. */
  EMBEDDING_API_KEY: text,
  /** Timeout of a tool call over all attempts; an org can override it. */
  TOOL_TIMEOUT_MS: wholeNumber(settingRanges.TOOL_TIMEOUT_MS),
  /** Limits of a turn on voice; an org can override them. */
  VOICE_MODEL_ROUNDS: wholeNumber(settingRanges.VOICE_MODEL_ROUNDS),
  VOICE_TOOL_TIMEOUT_MS: wholeNumber(settingRanges.VOICE_TOOL_TIMEOUT_MS),
  VOICE_TIER: setting(z.enum(voiceTiers).default('standard')),
  /** Default cache time of results of cacheable tools; 0 disables the cache. An org can override it. */
  TOOL_CACHE_TTL_S: wholeNumber(settingRanges.TOOL_CACHE_TTL_S),
  /** Number of offered tools when the broker narrows, the number at low confidence, and the maximum size of a full set; an org can override them. */
  TOOL_RAG_TOP_K: wholeNumber(settingRanges.TOOL_RAG_TOP_K),
  TOOL_RAG_FALLBACK_K: wholeNumber(settingRanges.TOOL_RAG_FALLBACK_K),
  TOOL_BROKER_FULL_SET_MAX: wholeNumber(settingRanges.TOOL_BROKER_FULL_SET_MAX),
  /** Score from 0 to 1 that a tool must exceed in `tool_search`; an org can override it. */
  TOOL_SEARCH_MIN_SCORE: fraction(settingRanges.TOOL_SEARCH_MIN_SCORE),
  /** Days of the report on deprecated tools; an org can override it. */
  DEPRECATION_WINDOW_DAYS: wholeNumber(settingRanges.DEPRECATION_WINDOW_DAYS),
  /** Retention of rows in days (docs/scale.md); an org can override it. */
  SPANS_KEPT_DAYS: wholeNumber(settingRanges.SPANS_KEPT_DAYS),
  TOOL_CALLS_KEPT_DAYS: wholeNumber(settingRanges.TOOL_CALLS_KEPT_DAYS),
  BROKER_DECISIONS_KEPT_DAYS: wholeNumber(settingRanges.BROKER_DECISIONS_KEPT_DAYS),
  /** Summaries and context blocks (docs/context.md). */
  SUMMARY_TRIGGER_MESSAGES: wholeNumber(settingRanges.SUMMARY_TRIGGER_MESSAGES),
  SUMMARY_MAX_WORDS: wholeNumber(settingRanges.SUMMARY_MAX_WORDS),
  CONTEXT_MAX_TOKENS: wholeNumber(settingRanges.CONTEXT_MAX_TOKENS),
  CONTEXT_MAX_SHARE: fraction(settingRanges.CONTEXT_MAX_SHARE),
  CONTEXT_TIMEOUT_MS: wholeNumber(settingRanges.CONTEXT_TIMEOUT_MS),
  /** Limits of a program, and of the prompt text about its tools in tokens; an org can override them. */
  PROGRAM_WALL_MS: wholeNumber(settingRanges.PROGRAM_WALL_MS),
  PROGRAM_CPU_MS: wholeNumber(settingRanges.PROGRAM_CPU_MS),
  PROGRAM_TOOL_CALLS: wholeNumber(settingRanges.PROGRAM_TOOL_CALLS),
  PROGRAM_PROMPT_TOKENS: wholeNumber(settingRanges.PROGRAM_PROMPT_TOKENS),
  /** Tools whose calls need an approval; an org can override the list. */
  TOOL_APPROVALS: keys,
  /** Model that analyses pictures shared by contacts; an org can override it. */
  VISION_MODEL: text,
  ORG_TIMEZONE: setting(
    z.string().refine(isTimeZone, 'expected an IANA time zone such as Asia/Nicosia').default('UTC'),
  ),
});

export type Environment = z.infer<typeof environmentSchema>;

export const deploymentSettings: readonly string[] = Object.keys(environmentSchema.shape);

/** The setting with the keys of each model provider. */
export const keySettings = {
  google: 'GOOGLE_API_KEY',
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
} as const;

/** The key for servers that need none. The client libraries send no request without a key. */
export const NO_KEY = 'none';

/**
 * The deployment's keys of a model provider, without duplicates, in the order of use. A server of one's own with the models
 * of `OPENAI_MODELS` may need none: without `OPENAI_API_KEY` it receives {@link NO_KEY}.
 */
export function providerKeys(environment: Environment, provider: keyof typeof keySettings): string[] {
  const more = provider === 'google' ? environment.GOOGLE_GENERATIVE_AI_API_KEY : [];
  const keys = [...new Set([...environment[keySettings[provider]], ...more])];
  const { OPENAI_BASE_URL, OPENAI_MODELS } = environment;
  const needsNone = provider === 'openai' && OPENAI_BASE_URL !== undefined && OPENAI_MODELS !== undefined;
  return keys.length === 0 && needsNone ? [NO_KEY] : keys;
}

export type DatabaseSettings = {
  /** `embedded`: PGlite, served by `npm start`. All connections share one session, so NOTIFY does not reach other connections. */
  kind: 'embedded' | 'postgres';
  url: string;
  poolSize: number;
};

export type QueueSettings =
  { kind: 'redis'; url: string; prefix: string } | { kind: 'postgres'; prefix: string };

/** The validated configuration of one process. */
export interface Config {
  environment: Environment;
  production: boolean;
  database: DatabaseSettings;
  queue: QueueSettings;
}

/**
 * Reads and validates the environment. No other code reads it.
 *
 * @throws ConfigError naming each missing or invalid setting.
 */
export function loadConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  const parsed = environmentSchema.safeParse(variables);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(
        (issue) => `${issue.path.join('.')}: ${issue.message} (found ${describe(variables, issue.path)})`,
      ),
    );
  }
  const environment = parsed.data;
  const production = environment.NODE_ENV === 'production';
  const problems: string[] = [];
  if (production && environment.CLOCK_AT)
    problems.push('CLOCK_AT: the clock cannot be set in production; remove it');
  if (production && environment.DEMO_ANCHOR_DATE)
    problems.push('DEMO_ANCHOR_DATE: refused in production; remove it');
  const provider = environment.MODEL_PROVIDER;
  if (provider && provider !== 'offline' && providerKeys(environment, provider).length === 0)
    problems.push(
      `${keySettings[provider]}: not set, and MODEL_PROVIDER is ${provider}; set it, or remove MODEL_PROVIDER`,
    );
  problems.push(...embeddingProblems(environment));
  const databaseUrl = environment.DATABASE_URL ?? environment.EMBEDDED_DATABASE_URL;
  if (!databaseUrl) {
    problems.push(
      'DATABASE_URL: not set; name a PostgreSQL database, or run `npm start`, which brings an embedded one',
    );
  }
  if (problems.length > 0 || !databaseUrl) throw new ConfigError(problems);
  const poolSize = environment.DATABASE_POOL_SIZE;
  return {
    environment,
    production,
    database: environment.DATABASE_URL
      ? { kind: 'postgres', url: databaseUrl, poolSize }
      : { kind: 'embedded', url: databaseUrl, poolSize: Math.min(poolSize, EMBEDDED_POOL_SIZE) },
    queue: environment.REDIS_URL
      ? { kind: 'redis', url: environment.REDIS_URL, prefix: environment.QUEUE_PREFIX }
      : { kind: 'postgres', prefix: environment.QUEUE_PREFIX },
  };
}

function embeddingProblems(environment: Environment): string[] {
  const provider = environment.EMBEDDING_PROVIDER;
  const remedy = `and EMBEDDING_PROVIDER is ${provider}; set it, or remove EMBEDDING_PROVIDER`;
  if (provider === 'compatible')
    return (['EMBEDDING_BASE_URL', 'EMBEDDING_MODEL'] as const)
      .filter((name) => environment[name] === undefined)
      .map((name) => `${name}: not set, ${remedy}`);
  if ((provider === 'google' || provider === 'openai') && providerKeys(environment, provider).length === 0)
    return [`${keySettings[provider]}: not set, ${remedy}`];
  return [];
}

/** The raw values of the named variables that are set, for a pack's own process, which reads them itself. */
export function variablesNamed(
  names: readonly string[],
  variables: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])));
}

/** User information, query or path of a URL, each of which may be a secret. */
const PRIVATE_PART = /[@?#]|:\/\/[^/]*\/./;

/** Describes the found value without printing secrets. */
function describe(variables: NodeJS.ProcessEnv, path: PropertyKey[]): string {
  const name = String(path[0] ?? '');
  const value = variables[name];
  if (value === undefined) return 'nothing';
  return /KEY|SECRET|PASSWORD|TOKEN|_URL$/.test(name) || PRIVATE_PART.test(value)
    ? 'a value that is not shown'
    : JSON.stringify(redactText(value).slice(0, 80));
}
