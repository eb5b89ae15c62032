import { EventEmitter } from 'node:events';
import { createSteeredClock } from './clock.ts';
import { ConfigError } from './config.errors.ts';
import { loadConfig, providerKeys } from './config.ts';

const DATABASE_URL = 'postgres://somebody:secret@db:5432/turnpike';

describe('the configuration', () => {
  it('selects embedded, PostgreSQL or Redis mode by the URLs alone', () => {
    expect(loadConfig({ EMBEDDED_DATABASE_URL: DATABASE_URL })).toMatchObject({
      database: { kind: 'embedded' },
      queue: { kind: 'postgres' },
    });
    expect(loadConfig({ DATABASE_URL })).toMatchObject({
      database: { kind: 'postgres' },
      queue: { kind: 'postgres' },
    });
    expect(loadConfig({ DATABASE_URL, REDIS_URL: 'redis://r:6379' })).toMatchObject({
      queue: { kind: 'redis' },
    });
  });

  it.each([
    ['no database', {}, 'DATABASE_URL'],
    ['two hosts of Redis', { DATABASE_URL, REDIS_URL: 'redis://a:6379,b:6379' }, 'REDIS_URL'],
    ['two hosts of Redis without ports', { DATABASE_URL, REDIS_URL: 'redis://a,b' }, 'REDIS_URL'],
    ['two hosts of PostgreSQL', { DATABASE_URL: 'postgres://u@a,b/t' }, 'DATABASE_URL'],
    ['a URL with an invalid port', { DATABASE_URL, REDIS_URL: 'redis://a:port' }, 'REDIS_URL'],
    ['an invalid port', { DATABASE_URL, API_PORT: 'web' }, 'API_PORT'],
    ['a provider that is not built in', { DATABASE_URL, MODEL_PROVIDER: 'mistral' }, 'MODEL_PROVIDER'],
    ['OpenAI without its key', { DATABASE_URL, MODEL_PROVIDER: 'openai' }, 'OPENAI_API_KEY'],
    ['Google without its key', { DATABASE_URL, MODEL_PROVIDER: 'google' }, 'GOOGLE_API_KEY'],
    ['Anthropic without its key', { DATABASE_URL, MODEL_PROVIDER: 'anthropic' }, 'ANTHROPIC_API_KEY'],
    ['invalid model names', { DATABASE_URL, OPENAI_MODELS: 'a b' }, 'OPENAI_MODELS'],
    ['invalid prices', { DATABASE_URL, MODEL_PRICES_USD: 'qwen3:8b=1' }, 'MODEL_PRICES_USD'],
    ['invalid proxies', { DATABASE_URL, TRUSTED_PROXIES: 'nginx' }, 'TRUSTED_PROXIES'],
    ['an invalid network', { DATABASE_URL, TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES'],
    ['invalid allowed hosts', { DATABASE_URL, HTTP_ALLOW_HOSTS: 'a.b,http://x/' }, 'HTTP_ALLOW_HOSTS'],
    ['an invalid allowed network', { DATABASE_URL, HTTP_ALLOW_HOSTS: '10.0.0.0/33' }, 'HTTP_ALLOW_HOSTS'],
    ['an invalid allowed port', { DATABASE_URL, HTTP_ALLOW_HOSTS: 'a:70000' }, 'HTTP_ALLOW_HOSTS'],
    ['an invalid time zone', { DATABASE_URL, ORG_TIMEZONE: 'Mars/Olympus' }, 'ORG_TIMEZONE'],
    ['proxies everywhere', { DATABASE_URL, TRUSTED_PROXIES: '0' }, 'TRUSTED_PROXIES'],
    ['a set clock', { DATABASE_URL, NODE_ENV: 'production', CLOCK_AT: '2026-01-01T00:00:00Z' }, 'CLOCK_AT'],
  ])('refuses %s and names the setting', (_case, variables, setting) => {
    expect(() => loadConfig(variables as NodeJS.ProcessEnv)).toThrow(ConfigError);
    expect(() => loadConfig(variables as NodeJS.ProcessEnv)).toThrow(setting);
  });

  it('describes the format of a queue prefix', () => {
    for (const prefix of ['Not_One', 'x'.repeat(41)])
      expect(() => loadConfig({ DATABASE_URL, QUEUE_PREFIX: prefix })).toThrow(
        `QUEUE_PREFIX: expected 1 to 40 small letters, digits or hyphens (found "${prefix}")`,
      );
  });

  it('treats an empty value as unset', () => {
    expect(loadConfig({ DATABASE_URL, REDIS_URL: '', OPENAI_API_KEY: '', MODEL_PROVIDER: '' })).toMatchObject(
      { queue: { kind: 'postgres' }, environment: { OPENAI_API_KEY: [] } },
    );
  });

  it('reads provider keys as lists, and those of Google from two variables', () => {
    const { environment } = loadConfig({
      DATABASE_URL,
      MODEL_PROVIDER: 'google',
      GOOGLE_API_KEY: '',
      GOOGLE_GENERATIVE_AI_API_KEY: 'b,a, b',
      ANTHROPIC_API_KEY: 'c',
    });
    expect(providerKeys(environment, 'google')).toEqual(['b', 'a']);
    expect(providerKeys(environment, 'anthropic')).toEqual(['c']);
    expect(providerKeys(environment, 'openai')).toEqual([]);
  });

  it.each([
    [{ OPENAI_MODELS: 'llama3' }, ['none']],
    [{ OPENAI_MODELS: 'llama3', OPENAI_API_KEY: 'a' }, ['a']],
    [{}, []],
  ])('needs no key for a server of one’s own: %j', (more, keys) => {
    const { environment } = loadConfig({
      DATABASE_URL,
      OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1',
      ...more,
    });
    expect(providerKeys(environment, 'openai')).toEqual(keys);
  });

  it.each([
    ['OPENAI_MODELS', 'qwen3:8b', { flash: 'qwen3:8b', standard: 'qwen3:8b', premium: 'qwen3:8b' }],
    ['OPENAI_MODELS', 'flash=a, premium=b/c', { flash: 'a', premium: 'b/c' }],
    ['MODEL_PRICES_USD', '', {}],
    ['MODEL_PRICES_USD', 'a:8b=0.2/0.1/0.6', { 'a:8b': { input: 0.2, cachedInput: 0.1, output: 0.6 } }],
    ['MODEL_PRICES_USD', 'b=0/0/0, c=1/1/1', { b: expect.anything(), c: expect.anything() }],
    ['TRUSTED_PROXIES', '', undefined],
    ['TRUSTED_PROXIES', '2', 2],
    ['TRUSTED_PROXIES', '10.0.0.0/8, fd00::/8,::1', ['10.0.0.0/8', 'fd00::/8', '::1']],
  ] as const)('reads %s=%s', (name, value, read) => {
    expect(loadConfig({ DATABASE_URL, [name]: value }).environment[name]).toEqual(read);
  });

  it.each([
    ['DATABASE_URL', 'mysql://u:hunter2@db/x'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://u:hunter2@collector:4317'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector?x-team=hunter2'],
    ['HTTP_ALLOW_HOSTS', 'a.b,http://u:hunter2@h'],
    ['HTTP_ALLOW_HOSTS', 'https://hooks.example/hunter2'],
    ['MCP_ALLOWED_HOSTS', 'password=hunter2'],
    ['LOG_LEVEL', `${'x'.repeat(60)} sk_live_hunter2hunter2hunter2`],
  ])('prints no secret in %s: %s', (name, value) => {
    expect(() => loadConfig({ DATABASE_URL, [name]: value })).toThrow(name);
    expect(() => loadConfig({ DATABASE_URL, [name]: value })).not.toThrow('hunter2');
  });
});

describe('a clock that the parent process steers', () => {
  it('jumps to the requested time, runs on from there, and acknowledges it', () => {
    const acknowledged: unknown[] = [];
    const channel = Object.assign(new EventEmitter(), {
      send: (message: unknown) => acknowledged.push(message),
    });
    const clock = createSteeredClock(new Date('2026-01-01T00:00:00Z'), channel);
    channel.emit('message', { clockAt: '2026-01-05T08:00:00.000Z' });
    for (const other of ['stop', null, { clockAt: 7 }, { clockAt: 'soon' }]) channel.emit('message', other);
    expect(clock.now().toISOString()).toMatch(/^2026-01-05T08:0/);
    expect(acknowledged).toEqual([{ clockAt: '2026-01-05T08:00:00.000Z' }]);
  });
});
