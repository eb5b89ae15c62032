import { SeededRandom } from '../harness/seeded-random.ts';
import { mcpPlaces } from './leak-mcp.ts';
import { placesOf, type Actor, type Place, type Probe } from './leak-places.ts';
import { mcpToolsOf } from './mcp-tools.ts';
import { ownIds } from './own-ids.ts';
import { ProbedServers } from './servers.ts';
import { Strangers } from './strangers.ts';
import { probeTables } from './table-probes.ts';

export interface LeakRunOptions {
  probes: number;
  seed: number;
  /** Receives progress messages, one line each. */
  say?: (line: string) => void;
}

export interface LeakReport {
  /** The strangers' values that were seen or changed, and failed requests, in words. */
  problems: string[];
  figures: {
    probes: number;
    /** Parts of requests that contained values of the strangers. */
    places: number;
    routes: number;
    actors: number;
    tools: number;
    tables: number;
    tableProbes: number;
    /** Places at which the strangers see their own rows, and a leak would therefore show. */
    shownToTheirOwn: number;
    statuses: Record<string, number>;
  };
}

const AT_ONCE = 8;
const MAX_NAMED = 20;
const SAY_EVERY = 5_000;
/** Probes change settings of the own orgs; a rate limit that they set must not end the run. */
const RESET_EVERY = 2_000;

/**
 * Calls every route of the API and of the console, and every tool over MCP, as users and keys of the own orgs, with
 * values of another org in the path, the query, the body, the headers and the cursors. It also queries every table with
 * an own org bound. Nothing of the other org may be returned, and none of its rows may change.
 */
export async function runLeaks(options: LeakRunOptions): Promise<LeakReport> {
  const servers = await ProbedServers.start();
  try {
    return await new LeakRun(servers, await Strangers.plant(servers), options).play();
  } finally {
    await servers.stop();
  }
}

class LeakRun {
  private readonly dice: SeededRandom;
  private readonly problems = new Map<string, string>();
  private readonly statuses: Record<string, number> = {};

  constructor(
    private readonly servers: ProbedServers,
    private readonly strangers: Strangers,
    private readonly options: LeakRunOptions,
  ) {
    this.dice = new SeededRandom(options.seed);
  }

  async play(): Promise<LeakReport> {
    const { servers, strangers, options } = this;
    const actors = await this.actors();
    const ids = await ownIds(servers);
    const tools = await mcpToolsOf(servers);
    const places = [...placesOf(servers.routes, strangers, ids), ...mcpPlaces(tools, strangers)];
    const shownToTheirOwn = await this.control(places);
    const before = await strangers.digests();
    const settings = await servers.rows<{ id: string; settings: object }>('SELECT id, settings FROM orgs');
    // Requests whose values may be stored are sent last. Before them, no response has a reason to contain the
    // strangers' values.
    const [storing, asking] = [places.filter(isStoring), places.filter((place) => !isStoring(place))];
    let done = 0;
    const probe = async (among: Place[], until: number) => {
      const prober = async () => {
        while (done < until) {
          const place = among[done % among.length];
          const number = (done += 1);
          if (!place) return;
          const able = actors.filter(({ server }) => server === place.server);
          await this.send(place.probe(this.dice.pick(able), this.dice));
          if (number % SAY_EVERY === 0) options.say?.(`${number} probes`);
          if (number % RESET_EVERY === 0) await this.resetOwn(settings);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, prober));
    };
    await probe(asking, Math.round((options.probes * asking.length) / places.length));
    await probe(storing, options.probes);
    const tables = await probeTables(servers, strangers);
    for (const problem of tables.problems) this.note(problem, problem);
    const after = await strangers.digests();
    for (const [table, digest] of Object.entries(before))
      if (after[table] !== digest)
        this.note(`changed ${table}`, `rows of the other org in ${table} have changed`);
    return {
      problems: [...this.problems.values()],
      figures: {
        probes: done,
        places: places.length,
        routes: servers.routes.length,
        actors: actors.length,
        tools: tools.length,
        tables: strangers.tables.length,
        tableProbes: tables.probes,
        shownToTheirOwn,
        statuses: this.statuses,
      },
    };
  }

  /** Keys of every demo org, and sessions of users who belong to one org only: other users may see the strangers. */
  private async actors(): Promise<Actor[]> {
    const { servers } = this;
    const keys = servers.demo.orgs.flatMap(({ slug, apiKey }) =>
      (['api', 'admin'] as const).map((server) => ({
        name: `key of ${slug} at the ${server}`,
        server,
        headers: { authorization: `Bearer ${apiKey}` },
      })),
    );
    const people = servers.demo.people.filter(({ role }) => role !== 'analyst');
    const sessions = await Promise.all(
      people.map(async ({ email, role }) => ({
        name: `session of ${role} ${email}`,
        server: 'admin' as const,
        headers: await servers.signIn(email),
      })),
    );
    return [...keys, ...sessions, await this.boundAnalyst(people)];
  }

  private async boundAnalyst(people: readonly { role: string; email: string }[]): Promise<Actor> {
    const member = people.find(({ role }) => role === 'member')?.email;
    if (member === undefined) throw new Error('The demo has no member');
    const headers = await this.servers.signIn(await this.servers.addAnalystBeside(member), member);
    return { name: 'session of an analyst of one org', server: 'admin', headers };
  }

  /** Sends the same probes with the strangers' own key, to show that a leak would be found. */
  private async control(places: Place[]): Promise<number> {
    const dice = new SeededRandom(this.options.seed);
    const themselves = (server: Actor['server']): Actor => ({
      name: 'themselves',
      server,
      headers: this.strangers.headers(),
    });
    let shown = 0;
    for (const place of places.filter(({ name }) => name.startsWith('GET '))) {
      const { request, sent } = place.probe(themselves(place.server), dice);
      const answer = await this.servers.ask(request);
      if (this.strangers.marks.found(answer.text, sent).length > 0) shown += 1;
    }
    return shown;
  }

  private async send({ place, request, sent, mustRefuse }: Probe): Promise<void> {
    const what = `${request.method} ${request.url} ${request.payload?.toString().slice(0, 300) ?? ''}`;
    const answer = await this.servers.ask(request).catch((error: unknown) => String(error));
    if (typeof answer === 'string') return this.note(`no answer ${place}`, `${place}: ${answer}: ${what}`);
    const { status, text, headers } = answer;
    const group = `${Math.floor(status / 100)}xx`;
    this.statuses[group] = (this.statuses[group] ?? 0) + 1;
    const leaked = this.strangers.marks.found(`${text}\n${JSON.stringify(headers)}`, sent);
    if (leaked.length > 0) this.note(`leak ${place}`, `${place} tells ${leaked.join(', ')}: ${what}`);
    if (status >= 500)
      this.note(`failed ${place}`, `${place} answers ${status}: ${what}: ${text.slice(0, 200)}`);
    if (mustRefuse && status < 400) this.note(`taken ${place}`, `${place} answers ${status}: ${what}`);
  }

  private note(key: string, problem: string): void {
    if (this.problems.size < MAX_NAMED) this.problems.set(key, problem);
  }

  private async resetOwn(settings: { id: string; settings: object }[]): Promise<void> {
    for (const { id, settings: known } of settings)
      await this.servers.rows('UPDATE orgs SET settings = $2 WHERE id = $1 AND settings <> $2::jsonb', [
        id,
        known,
      ]);
  }
}

/** Bodies and tool arguments, whose content the own orgs may store. */
const isStoring = ({ name }: Place) => name.endsWith(' body') || name.startsWith('MCP ');
