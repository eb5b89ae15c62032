import fc from 'fast-check';
import { problem, PROBLEM_MEDIA_TYPE } from '#contracts';
import { forgedCursor, nastyText, nearly, toJsonText } from '../../libs/contracts/testing/nearly.ts';
import { SeededRandom } from '../harness/seeded-random.ts';
import { mcpToolsOf, type McpTool } from './mcp-tools.ts';
import { ownIds } from './own-ids.ts';
import { pathOf, ProbedServers, type ProbeAnswer, type ProbeRequest, type ServedRoute } from './servers.ts';

export interface FuzzRunOptions {
  requests: number;
  seed: number;
  say?: (line: string) => void;
}

export interface FuzzReport {
  /** Wrong responses, in words: a 500, no response, or a rejection that does not say what was wrong. */
  problems: string[];
  figures: {
    requests: number;
    routes: number;
    statuses: Record<string, number>;
    tools: number;
    /** Routes that answered 2xx at least once, so that not all of their requests were rejected by validation. */
    routesAnswered: number;
  };
}

const AT_ONCE = 8;
const MAX_NAMED = 20;
const SAY_EVERY = 5_000;
const RESET_EVERY = 1_000;
/** One of this many requests has no valid key or session. */
const STRANGERS_OF = 16;
/** Values of parameters for which arbitrary valid values would make a request slow. */
const BRIEF: Record<string, fc.Arbitrary<unknown>> = {
  wait: fc.constantFrom('0', '0.01', '-1', '1e9', 'soon', ''),
};
/** This route would sign the fuzzer out. */
const SIGN_OUT = 'DELETE /admin/session';
const UNSAID = new Set(['', 'Bad request', 'Internal server error', 'Unprocessable content']);

/**
 * Sends requests that match the OpenAPI documents, or nearly. No response may be a 500 or take half a minute, and each
 * rejection must be problem details that say what was wrong, with a pointer to each invalid part.
 */
export async function runFuzz(options: FuzzRunOptions): Promise<FuzzReport> {
  const servers = await ProbedServers.start();
  try {
    return await new FuzzRun(servers, options, await ownIds(servers)).play();
  } finally {
    await servers.stop();
  }
}

class FuzzRun {
  private readonly dice: SeededRandom;
  private readonly problems = new Map<string, string>();
  private readonly statuses: Record<string, number> = {};
  private readonly answered = new Set<string>();
  private sessions: Record<string, string>[] = [];

  constructor(
    private readonly servers: ProbedServers,
    private readonly options: FuzzRunOptions,
    private readonly ownId: (route: ServedRoute, parameter: string) => string,
  ) {
    this.dice = new SeededRandom(options.seed);
  }

  async play(): Promise<FuzzReport> {
    const { servers, options } = this;
    const routes = servers.routes.filter(({ name }) => name !== SIGN_OUT);
    await this.signIn();
    const orgs = await servers.rows<{ id: string; settings: object }>('SELECT id, settings FROM orgs');
    let sent = 0;
    const tools = await mcpToolsOf(servers);
    const targets = [...routes, ...tools];
    const sender = async () => {
      while (sent < options.requests) {
        const target = targets[sent % targets.length];
        const number = (sent += 1);
        if (!target) return;
        await this.send(target);
        if (number % SAY_EVERY === 0) options.say?.(`${number} requests`);
        if (number % RESET_EVERY === 0) await this.reset(orgs);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    return {
      problems: [...this.problems.values()],
      figures: {
        requests: sent,
        routes: routes.length,
        statuses: this.statuses,
        tools: tools.length,
        routesAnswered: this.answered.size,
      },
    };
  }

  private async send(route: ServedRoute | McpTool): Promise<void> {
    const isTool = 'call' in route;
    const request = isTool ? route.call(this.draw(nearly(route.inputSchema))) : this.requestTo(route);
    const what = `${request.method} ${request.url.slice(0, 300)} ${request.payload?.toString().slice(0, 300) ?? ''}`;
    const answer = await this.servers.ask(request).catch((error: unknown) => String(error));
    if (typeof answer === 'string') return this.note(`no answer ${route.name}`, `${answer}: ${what}`);
    this.statuses[answer.status] = (this.statuses[answer.status] ?? 0) + 1;
    if (answer.status < 300) this.answered.add(route.name);
    const wrong = isTool && answer.status < 500 ? undefined : wrongWith(answer);
    if (wrong)
      this.note(`${wrong} ${route.name}`, `${wrong}: ${what}: ${answer.status} ${answer.text.slice(0, 300)}`);
  }

  private requestTo(route: ServedRoute): ProbeRequest {
    const body = route.body && this.draw(nearly(route.body, { contact: ['contact-015'], channel: ['chat'] }));
    const query = this.draw(
      fc.record(
        Object.fromEntries(
          route.queryParameters.map(({ name, schema }) => [
            name,
            BRIEF[name] ?? (name === 'cursor' ? fc.oneof(forgedCursor, nastyText) : nearly(schema)),
          ]),
        ),
        { requiredKeys: [] },
      ),
    );
    const pairs = Object.entries(query).map(
      ([name, value]) => `${name}=${encodeURIComponent(asText(value).toWellFormed())}`,
    );
    const path = pathOf(route, (parameter) => this.parameterOf(route, parameter));
    return {
      server: route.server,
      method: route.method,
      url: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path,
      headers: {
        ...this.identityAt(route),
        ...(this.dice.below(8) === 0 ? { 'idempotency-key': this.draw(headerText) } : {}),
        ...(this.dice.below(8) === 0
          ? { 'last-event-id': this.draw(fc.oneof(headerText, forgedCursor)) }
          : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: toJsonText(body) }),
    };
  }

  /** Half of the ids exist. The response to an existing stream does not end. */
  private parameterOf(route: ServedRoute, parameter: string): string {
    const own = this.ownId(route, parameter);
    const { schema = {} } = route.pathParameters.find(({ name }) => name === parameter) ?? {};
    if (!route.streams && this.dice.below(2) === 0) return own;
    const drawn = asText(this.draw(fc.oneof(nearly(schema), nastyText)));
    return drawn === '' || drawn === '.' || drawn === '..' || drawn === own ? 'none' : drawn;
  }

  private identityAt({ server }: ServedRoute): Record<string, string> {
    if (this.dice.below(STRANGERS_OF) === 0) return this.stranger();
    const keys = this.servers.demo.orgs.map(({ apiKey }) => ({ authorization: `Bearer ${apiKey}` }));
    return this.dice.pick(server === 'api' ? keys : [...keys, ...this.sessions, ...this.sessions]);
  }

  /** No credentials, or an invalid key or session. */
  private stranger(): Record<string, string> {
    const nonsense = this.draw(headerText);
    return this.dice.pick<Record<string, string>>([
      {},
      { authorization: nonsense },
      { authorization: `Bearer ${nonsense}` },
      { cookie: nonsense },
    ]);
  }

  private draw<Value>(arbitrary: fc.Arbitrary<Value>): Value {
    const [value] = fc.sample(arbitrary, { numRuns: 1, seed: this.dice.below(2 ** 31) });
    return value as Value;
  }

  private async signIn(): Promise<void> {
    const { admin, people } = this.servers.demo;
    this.sessions = await Promise.all([admin, ...people].map(({ email }) => this.servers.signIn(email)));
  }

  /** Settings with random values must not cause the rejection of later requests. */
  private async reset(orgs: { id: string; settings: object }[]): Promise<void> {
    for (const { id, settings } of orgs)
      await this.servers.rows('UPDATE orgs SET settings = $2 WHERE id = $1 AND settings <> $2::jsonb', [
        id,
        settings,
      ]);
    await this.servers.rows('UPDATE users SET disabled_at = NULL WHERE disabled_at IS NOT NULL');
    await this.servers.rows('UPDATE api_keys SET revoked_at = NULL WHERE revoked_at IS NOT NULL');
  }

  private note(key: string, said: string): void {
    if (this.problems.size < MAX_NAMED) this.problems.set(key, said);
  }
}

/** The fault of a response; undefined if it has none. */
function wrongWith({ status, headers, text }: ProbeAnswer): string | undefined {
  if (status >= 500) return 'failed';
  if (status < 400) return undefined;
  if (!(headers['content-type'] ?? '').includes(PROBLEM_MEDIA_TYPE)) return 'no problem details';
  const read = problem.safeParse(JSON.parse(text));
  if (!read.success || read.data.status !== status) return 'no problem details';
  if (UNSAID.has(read.data.detail ?? '')) return 'does not say what was wrong';
  if (status === 422 && (read.data.errors ?? []).length === 0) return 'names no field';
  return undefined;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const headerText = fc.string({ unit: fc.constantFrom('a', '7', '-', '=', '"', 'ÿ', ' ') });
