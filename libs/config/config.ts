import { z } from 'zod';
import { parseAllowedHost } from './allowed-hosts.ts';
import { ConfigError } from './config.errors.ts';
import { isTimeZone } from '#text';
import { mailTransports, settingRanges, voiceTiers, type NumberRange } from './setting-ranges.ts';
import { trustedProxies } from './trusted-proxies.ts';

/** An empty value in a `.env` file or a compose file means "not set". */
const unsetWhenEmpty = (value: unknown) => (value === '' ? undefined : value);
const text = z.preprocess(unsetWhenEmpty, z.string().optional());
const url = (protocols: RegExp, example: string) =>
  z.preprocess(
    unsetWhenEmpty,
    z
      .string()
      .refine((value) => protocols.test(value), `expected a URL such as ${example}`)
      .optional(),
  );
const port = (fallback: number) =>
  z.preprocess(unsetWhenEmpty, z.coerce.number().int().min(0).max(65_535).default(fallback));
const instant = z.preprocess(unsetWhenEmpty, z.iso.datetime({ offset: true }).optional());
const day = z.preprocess(unsetWhenEmpty, z.iso.date().optional());
const keys = z.preprocess(
  unsetWhenEmpty,
  z
    .string()
    .optional()
    .transform((value) =>
      (value ?? '')
        .split(',')
        .map((key) => key.trim())
        .filter(Boolean),
    ),
);
const count = (fallback: number, max: number) =>
  z.preprocess(unsetWhenEmpty, z.coerce.number().int().min(1).max(max).default(fallback));

const wholeNumber = ({ min, max, default: fallback }: NumberRange) =>
  z.preprocess(unsetWhenEmpty, z.coerce.number().int().min(min).max(max).default(fallback));
const fraction = ({ min, max, default: fallback }: NumberRange) =>
  z.preprocess(unsetWhenEmpty, z.coerce.number().min(min).max(max).default(fallback));
const allowedHosts = keys.superRefine((entries, context) => {
  for (const entry of entries)
    if (!parseAllowedHost(entry))
      context.addIssue({
        code: 'custom',
        message: `expected host, host:port, *.suffix or a network such as 10.0.0.0/8, not ${entry}`,
      });
});

const allowedNames = keys.superRefine((entries, context) => {
  for (const entry of entries) {
    const parsed = parseAllowedHost(entry);
    if (!parsed || parsed.kind === 'network')
      context.addIssue({ code: 'custom', message: `expected host, host:port or *.suffix, not ${entry}` });
  }
});
const flag = z.preprocess(
  unsetWhenEmpty,
  z
    .enum(['0', '1'])
    .default('0')
    .transform((text) => text === '1'),
);

const MODEL_NAMES = /^(?:(flash|standard|premium)=)?([\w./:@-]{1,100})$/;
const modelNames = z.string().transform((text, context) => {
  const names: Partial<Record<'flash' | 'standard' | 'premium', string>> = {};
  for (const part of text.split(',')) {
    const [, tier, name] = MODEL_NAMES.exec(part.trim()) ?? [];
    if (!name) {
      context.addIssue({
        code: 'custom',
        message: 'expected a model name, or flash=NAME,standard=NAME,premium=NAME',
      });
      return z.NEVER;
    }
    if (tier) names[tier as keyof typeof names] = name;
    else for (const each of ['flash', 'standard', 'premium'] as const) names[each] = name;
  }
  return names;
});

const POSTGRES_URL = url(/^postgres(ql)?:\/\//, 'postgres://user:password@host:5432/turnpike');
const REDIS_URL = url(/^rediss?:\/\//, 'redis://host:6379');
const HTTP_URL = (example: string) => url(/^https?:\/\//, example);

/** Every setting of the deployment. What a pack needs is a setting of the org, read per call (`ToolContext.settings`). */
const environmentSchema = z.object({
  NODE_ENV: z.preprocess(
    unsetWhenEmpty,
    z.enum(['development', 'test', 'production']).default('development'),
  ),
  DATABASE_URL: POSTGRES_URL,
  /** Set by `npm start` for its child processes when it serves PGlite; never by an operator. */
  EMBEDDED_DATABASE_URL: POSTGRES_URL,
  REDIS_URL,
  /** Keeps the queues of several installations (or tests) on one Redis apart. */
  QUEUE_PREFIX: z.preprocess(
    unsetWhenEmpty,
    z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/, 'expected 1 to 40 small letters, digits or hyphens')
      .default('turnpike'),
  ),
  DATA_DIR: z.preprocess(unsetWhenEmpty, z.string().default('.data')),
  HOST: z.preprocess(unsetWhenEmpty, z.string().default('127.0.0.1')),
  /** None when absent: the peer's own address counts. */
  TRUSTED_PROXIES: z.preprocess(unsetWhenEmpty, trustedProxies.optional()),
  /** What outbound requests may reach although it is not public. */
  HTTP_ALLOW_HOSTS: allowedHosts,
  /** For orgs that set none of their own. */
  MAIL_TRANSPORT: z.preprocess(unsetWhenEmpty, z.enum(mailTransports).default('outbox')),
  SMTP_URL: url(/^smtps?:\/\//, 'smtps://user:password@mail.example.com'),
  MAIL_FROM: text,
  /** Names by which MCP clients reach the api, besides this machine's own. */
  MCP_ALLOWED_HOSTS: allowedNames,
  /** The key as which `npm run mcp` acts where its command line names none. */
  MCP_API_KEY: text,
  /** For the official conformance suite: a pack with the tools that it calls is on for the org `demo`. */
  MCP_CONFORMANCE: flag,
  API_PORT: port(3000),
  ADMIN_PORT: port(3001),
  WORKER_PORT: port(0),
  WORKER_CONCURRENCY: count(20, 1_000),
  /** Threads in which one process runs programs. */
  SANDBOX_THREADS: count(2, 64),
  DATABASE_POOL_SIZE: count(20, 500),
  LOG_LEVEL: z.preprocess(
    unsetWhenEmpty,
    z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: HTTP_URL('http://collector:4318'),
  /** What `/metrics` asks for as a bearer token; without it the numbers are anybody's who reaches the port. */
  METRICS_TOKEN: text,
  CLOCK_AT: instant,
  DEMO_ANCHOR_DATE: day,
  /** Whether the demo seed adds the recorded fortnight to an empty database. */
  DEMO_HISTORY: z.preprocess(
    unsetWhenEmpty,
    z
      .enum(['0', '1'])
      .default('1')
      .transform((text) => text === '1'),
  ),
  SECRETS_KEY: text,
  /** Open what they have sealed while `SECRETS_KEY` is changed. */
  PREVIOUS_SECRETS_KEYS: keys,
  MODEL_PROVIDER: z.preprocess(
    unsetWhenEmpty,
    z
      .enum(['google', 'openai', 'anthropic', 'offline'], 'expected google, openai, anthropic or offline')
      .optional(),
  ),
  GOOGLE_API_KEY: keys,
  /** Another name for `GOOGLE_API_KEY`, which other tools of the field use. */
  GOOGLE_GENERATIVE_AI_API_KEY: keys,
  GOOGLE_BASE_URL: HTTP_URL('https://generativelanguage.googleapis.com'),
  ANTHROPIC_API_KEY: keys,
  ANTHROPIC_BASE_URL: HTTP_URL('https://api.anthropic.com'),
  OPENAI_API_KEY: keys,
  OPENAI_BASE_URL: HTTP_URL('https://api.openai.com/v1'),
  /** For servers with models of their own: one name for all tiers, or `flash=…,standard=…,premium=…`. */
  OPENAI_MODELS: z.preprocess(unsetWhenEmpty, modelNames.optional()),
  /** Who makes vectors of texts; the first of google and openai that has a key when absent, else offline. */
  EMBEDDING_PROVIDER: z.preprocess(
    unsetWhenEmpty,
    z
      .enum(['google', 'openai', 'compatible', 'offline'], 'expected google, openai, compatible or offline')
      .optional(),
  ),
  /** In place of the provider's usual one; `compatible` needs it. It has to give 768 dimensions. */
  EMBEDDING_MODEL: text,
  /** Of a server that speaks OpenAI's protocol; for `compatible`. */
  EMBEDDING_BASE_URL: HTTP_URL('http://127.0.0.1:11434/v1'),
  /** Longest text that the server of `compatible` takes, in its tokens; 8,191 when absent. */
  EMBEDDING_MAX_INPUT_TOKENS: z.preprocess(
    unsetWhenEmpty,
    z.coerce.number().int().min(64).max(1_000_000).optional(),
  ),
  /** For `compatible`, where the server wants one. */
  EMBEDDING_API_KEY: text,
  /** Limit of one tool call over all attempts; an org may set its own. */
  TOOL_TIMEOUT_MS: wholeNumber(settingRanges.TOOL_TIMEOUT_MS),
  /** What a turn may take on voice; an org may set its own. */
  VOICE_MODEL_ROUNDS: wholeNumber(settingRanges.VOICE_MODEL_ROUNDS),
  VOICE_TOOL_TIMEOUT_MS: wholeNumber(settingRanges.VOICE_TOOL_TIMEOUT_MS),
  VOICE_TIER: z.preprocess(unsetWhenEmpty, z.enum(voiceTiers).default('standard')),
  /** How long results of cacheable tools are kept where the tool says nothing; 0 keeps none. An org may set its own. */
  TOOL_CACHE_TTL_S: wholeNumber(settingRanges.TOOL_CACHE_TTL_S),
  /** Tools that a turn is offered in all while the broker narrows, with low confidence, and the largest full set; an org may set its own. */
  TOOL_RAG_TOP_K: wholeNumber(settingRanges.TOOL_RAG_TOP_K),
  TOOL_RAG_FALLBACK_K: wholeNumber(settingRanges.TOOL_RAG_FALLBACK_K),
  TOOL_BROKER_FULL_SET_MAX: wholeNumber(settingRanges.TOOL_BROKER_FULL_SET_MAX),
  /** Score from 0 to 1 that a tool must exceed to be found by `tool_search`; an org may set its own. */
  TOOL_SEARCH_MIN_SCORE: fraction(settingRanges.TOOL_SEARCH_MIN_SCORE),
  /** Days of the report on deprecated tools; an org may set its own. */
  DEPRECATION_WINDOW_DAYS: wholeNumber(settingRanges.DEPRECATION_WINDOW_DAYS),
  /** Days that rows are kept (docs/scale.md); an org may set its own. */
  SPANS_KEPT_DAYS: wholeNumber(settingRanges.SPANS_KEPT_DAYS),
  TOOL_CALLS_KEPT_DAYS: wholeNumber(settingRanges.TOOL_CALLS_KEPT_DAYS),
  BROKER_DECISIONS_KEPT_DAYS: wholeNumber(settingRanges.BROKER_DECISIONS_KEPT_DAYS),
  /** Summaries and context blocks (docs/context.md). */
  SUMMARY_TRIGGER_MESSAGES: wholeNumber(settingRanges.SUMMARY_TRIGGER_MESSAGES),
  SUMMARY_MAX_WORDS: wholeNumber(settingRanges.SUMMARY_MAX_WORDS),
  CONTEXT_MAX_TOKENS: wholeNumber(settingRanges.CONTEXT_MAX_TOKENS),
  CONTEXT_MAX_SHARE: fraction(settingRanges.CONTEXT_MAX_SHARE),
  CONTEXT_TIMEOUT_MS: wholeNumber(settingRanges.CONTEXT_TIMEOUT_MS),
  /** What one program of a turn may use, and tokens of what its model is told of the tools in it; an org may set its own. */
  PROGRAM_WALL_MS: wholeNumber(settingRanges.PROGRAM_WALL_MS),
  PROGRAM_CPU_MS: wholeNumber(settingRanges.PROGRAM_CPU_MS),
  PROGRAM_TOOL_CALLS: wholeNumber(settingRanges.PROGRAM_TOOL_CALLS),
  PROGRAM_PROMPT_TOKENS: wholeNumber(settingRanges.PROGRAM_PROMPT_TOKENS),
  /** Tools whose calls wait for a person; an org may name its own. */
  TOOL_APPROVALS: keys,
  /** Model that looks at pictures which contacts share; an org may name its own. */
  VISION_MODEL: text,
  ORG_TIMEZONE: z.preprocess(
    unsetWhenEmpty,
    z.string().refine(isTimeZone, 'expected an IANA time zone such as Asia/Nicosia').default('UTC'),
  ),
});

export type Environment = z.infer<typeof environmentSchema>;

const KEY_SETTINGS = {
  google: 'GOOGLE_API_KEY',
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
} as const;

/** The deployment's keys of a model provider, each once, in the order in which they are used. */
export function providerKeys(environment: Environment, provider: keyof typeof KEY_SETTINGS): string[] {
  const more = provider === 'google' ? environment.GOOGLE_GENERATIVE_AI_API_KEY : [];
  return [...new Set([...environment[KEY_SETTINGS[provider]], ...more])];
}

export type DatabaseSettings = {
  /** `embedded`: PGlite served by `npm start`; one session behind all connections, no NOTIFY between them. */
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
 * Reads and validates the environment. It is the only place that does.
 *
 * @throws ConfigError naming each setting that is missing or does not fit.
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
      `${KEY_SETTINGS[provider]}: not set, and MODEL_PROVIDER is ${provider}; set it, or remove MODEL_PROVIDER`,
    );
  problems.push(...embeddingProblems(environment));
  const databaseUrl = environment.DATABASE_URL ?? environment.EMBEDDED_DATABASE_URL;
  if (!databaseUrl) {
    problems.push(
      'DATABASE_URL: not set; name a PostgreSQL database, or run `npm start`, which brings an embedded one',
    );
  }
  if (problems.length > 0 || !databaseUrl) throw new ConfigError(problems);
  return {
    environment,
    production,
    database: {
      kind: environment.DATABASE_URL ? 'postgres' : 'embedded',
      url: databaseUrl,
      poolSize: environment.DATABASE_POOL_SIZE,
    },
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
    return [`${KEY_SETTINGS[provider]}: not set, ${remedy}`];
  return [];
}

/** The named variables as they were given, for the process of a pack that reads its own; those not set are left out. */
export function variablesNamed(
  names: readonly string[],
  variables: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])));
}

/** Shows what was found without ever printing a secret. */
function describe(variables: NodeJS.ProcessEnv, path: PropertyKey[]): string {
  const name = String(path[0] ?? '');
  const value = variables[name];
  if (value === undefined) return 'nothing';
  return /KEY|SECRET|PASSWORD|TOKEN|_URL$/.test(name)
    ? 'a value that is not shown'
    : JSON.stringify(value.slice(0, 80));
}
