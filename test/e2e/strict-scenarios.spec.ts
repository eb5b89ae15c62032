// The packs' scenarios on servers as strict as the providers, each of which answers a round of a turn. A script makes the
// calls that the steps expect.
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { ScenarioStep, SeenStep } from '#pack-kit';
import { packs } from '#packs';
import { sendAnswer, sendError } from '../../libs/models/testing/provider-answers.ts';
import type { LocalServer, ReceivedRequest } from '../harness/local-server.ts';
import { describeWith, isLongRun } from '../harness/services.ts';
import { bodies } from '../harness/strict/answers.ts';
import { problemsOf, startStrict, type Protocol } from '../harness/strict/strict-server.ts';
import { describePlayed, sliceOf } from '../scenarios/describe-scenarios.fixture.ts';
import { differences } from '../scenarios/differences.ts';
import { ScenarioInstallation } from '../scenarios/scenario-installation.ts';
import { ScenarioRun, type ScenarioRunOptions } from '../scenarios/scenario-run.ts';
import { scenarioSuites } from '../scenarios/suites.ts';
import { needsOf } from './api.fixture.ts';
import { toolsOffered, type AskedProvider } from './providers.fixture.ts';

/** The protocols that answer the rounds, in this order; the others answer 503. */
const ROUNDS: Protocol[][] = [['openai', 'responses'], ['google'], ['anthropic'], ['gateway'], ['google']];
/** Gemini is asked first. In the first two pairs it answers 503, OpenAI makes a call, and Gemini is asked again. */
const PAIRS =
  'openai>google responses>google google>openai google>responses google>anthropic anthropic>gateway';
/** Puts a server of this machine at the address of OpenAI, the only one at which the Responses API is used. */
const AT_OPENAI = `import dns from 'node:dns'; const { lookup } = dns;
  dns.lookup = (host, ...rest) => lookup(host === 'api.openai.com' ? '127.0.0.1' : host, ...rest);`;
type Call = [tool: string, given: object];
const PLAUSIBLE = JSON.parse(readFileSync('packs/testing/plausible-calls.json', 'utf8')) as Call[];

/** The step that plays: the agent to choose, and the calls to make and made. */
let playing = { pack: '', agent: '', left: [] as Call[], made: [] as { tool: string }[] };
const rounds: { pack: string; by: Protocol; pair: string | undefined; calls: number }[] = [];

/** The step with the calls of its expectation, which is then only that they are made. */
function scripted(pack: string, step: ScenarioStep): ScenarioStep {
  const { state, agent, calls = [] } = step.expect;
  const agents = packs.find(({ name }) => name === pack)?.agents;
  const able = agents?.find(({ tools }) => calls.every(({ tool }) => tools.includes(tool)))?.name;
  const left = calls.map(({ tool, arguments: wanted = {} }): Call => {
    const isLiteral = (_key: string, value: unknown) => (value instanceof RegExp ? undefined : value);
    const [literals] = JSON.parse(JSON.stringify([wanted], isLiteral)) as [object | null];
    return [tool, { ...PLAUSIBLE.find(([name]) => name === tool)?.[1], ...literals }];
  });
  const script = { pack, agent: agent?.split('/')[1] ?? able ?? '', left, made: [] as { tool: string }[] };
  const say: ScenarioStep['say'] = (urls) => {
    playing = script;
    return typeof step.say === 'string' ? step.say : step.say(urls);
  };
  const mayBeLeft = new Set(calls.flatMap(({ tool, optional }) => (optional ? [tool] : [])));
  const check = ({ calls: seen }: SeenStep) => [
    ...differences(script.made, seen),
    ...script.left.filter(([tool]) => !mayBeLeft.has(tool)).map(([tool]) => `${tool} was never offered`),
  ];
  return { ...step, say, expect: { state, language: undefined, check } };
}

function answer(by: Protocol, request: ReceivedRequest, response: ServerResponse): void {
  const body = JSON.parse(request.body) as AskedProvider['body'];
  const offered = toolsOffered({ body } as AskedProvider);
  const send = (text: string, made: Call[]) => {
    const calls = made.map(([name, args], at) => ({ id: `functions.${name}:${at}`, name, arguments: args }));
    const model = /models\/([^:]+):/.exec(request.url)?.[1] ?? body.model;
    const whole = JSON.stringify(bodies[by]({ text, calls }, model));
    // Each adapter also reads a whole answer that is the only event of a stream.
    sendAnswer(request, response, `event: completion\ndata: ${whole}\n\n`, () => whole);
  };
  // A task receives the agent that it chooses, or an answer that does not fit.
  const choice = { agent: playing.agent };
  if (request.body.includes('Takes the answer.')) return send('', [[offered.join(), choice]]);
  if (offered.length === 0) return send(JSON.stringify(choice), []);
  if (!ROUNDS[rounds.length % ROUNDS.length]?.includes(by)) return sendError(response, 503);
  const { pack, left, made } = playing;
  const offeredCalls = left.filter(([tool]) => offered.includes(tool) || request.body.includes(`${tool}(`));
  const calls = offeredCalls.slice(0, rounds.length % 4 < 3 ? 1 : 2);
  playing.left = left.filter((call) => !calls.includes(call));
  made.push(...calls.map(([tool]) => ({ tool })));
  const last = rounds.at(-1);
  rounds.push({ pack, by, pair: last?.calls ? `${last.by}>${by}` : undefined, calls: calls.length });
  const query = `Find ${playing.left.map(([tool]) => tool).join()}`;
  const asked = calls.map(([tool, given]): Call => {
    if (tool === 'tool_search') return [tool, { query }];
    const code = `return await ${tool}(${JSON.stringify(given)})`;
    return offered.includes(tool) ? [tool, given] : ['run_program', { code }];
  });
  send(calls.length > 0 ? '' : 'Fine.', asked);
}

const backend = 'redis';
const suites = [...(await scenarioSuites()).values()].map((whole) => {
  const { scenarios, ...suite } = isLongRun ? whole : sliceOf(whole);
  const steps = (of: ScenarioStep[]) => of.map((step) => scripted(suite.pack, step));
  return { ...suite, scenarios: scenarios.map((one) => ({ ...one, steps: steps(one.steps) })) };
});

describeWith(needsOf[backend], 'strict providers that answer a round each', () => {
  const servers = {} as Record<Protocol, LocalServer>;
  let installation: ScenarioInstallation;
  beforeAll(async () => {
    for (const protocol of Object.keys(bodies) as Protocol[])
      servers[protocol] = await startStrict(protocol, (...asked) => answer(protocol, ...asked));
    const keys = { OPENAI_API_KEY: 'a', GOOGLE_API_KEY: 'b', ANTHROPIC_API_KEY: 'c' };
    const urls = { GOOGLE_BASE_URL: servers.google.url, ANTHROPIC_BASE_URL: servers.anthropic.url };
    const env = { MODEL_PROVIDER: '', ...keys, ...urls, OPENAI_BASE_URL: `${servers.openai.url}/v1` };
    installation = await ScenarioInstallation.start(suites, { backend, withConsole: true, env });
  });
  afterAll(async () => {
    await installation?.stop();
    for (const server of Object.values(servers)) await server.stop();
  });

  const prepare: ScenarioRunOptions['prepare'] = async (console, org) => {
    const own = { name: 'own', baseUrl: `${servers.gateway.url}/v1`, abilities: { vision: true } };
    // The router looks for a model in the tier of the task and above.
    await console.post(`models?org=${org}`, { ...own, tier: 'premium' }, z.unknown());
  };
  const options: ScenarioRunOptions = { backend, judging: 'offline', turnTimeoutMs: 60_000, prepare };

  for (const [at, suite] of suites.entries())
    describePlayed(backend, suite, async () => {
      const { turnpike } = installation;
      if (at === suites.length >> 1) {
        await turnpike.workers.shift()?.stop();
        const OPENAI_BASE_URL = `http://api.openai.com:${servers.responses.port}/v1`;
        const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(AT_OPENAI)}`;
        await turnpike.addWorker({ OPENAI_BASE_URL, NODE_OPTIONS });
      }
      return ScenarioRun.start(suite, options, installation);
    });

  it('refuse no request, whoever made the calls before', () => {
    const refusals = Object.entries(servers).flatMap(([protocol, { received }]) =>
      received.flatMap((request) => problemsOf(protocol as Protocol, request)),
    );
    expect(refusals).toEqual([]);
    expect(rounds.map(({ pair }) => pair)).toEqual(expect.arrayContaining(PAIRS.split(' ')));
    const withCalls = rounds.filter(({ calls }) => calls > 0).map(({ pack }) => pack);
    expect(new Set(withCalls).size).toBe(packs.length);
  });
});
