import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { variablesNamed } from '#config';
import { loadPackServerTools } from '#mcp';
import { platformTools, ToolRegistry } from '#tools';
import { prepareArguments } from '../libs/tools/executor/prepare-arguments.ts';
import { describeWith } from '../test/harness/services.ts';
import { packs } from './index.ts';
import { workshopOrg } from './ohm/testing/workshop.fixture.ts';

type Call = [tool: string, args: Record<string, unknown>];

/** Calls as somebody writes them who has read nothing but the schemas. */
const calls = JSON.parse(readFileSync('packs/testing/plausible-calls.json', 'utf8')) as Call[];
const MIN_CALLS = 150;
const MIN_ACCEPTED = 0.95;
const caller = { kind: 'admin', userId: randomUUID() } as const;
const datasets = packs.flatMap((pack) => pack.datasets ?? []);

describeWith('postgres', 'plausible calls of somebody who has only the schemas', () => {
  const workshop = workshopOrg();
  const registry = new ToolRegistry(packs, platformTools);
  beforeAll(() => loadPackServerTools(registry, variablesNamed));

  /** The reason of a refusal; undefined for an accepted call. */
  async function refusal([name, args]: Call): Promise<string | undefined> {
    const registered = registry.effective(null).tool(name);
    if (!registered) return 'no such tool';
    try {
      // The version depends on the conversation.
      const { base_version: _version, ...written } = args;
      const { input, dropped } = prepareArguments(registered, written);
      if (dropped.length > 0) return `dropped ${dropped.join(', ')}`;
      // The schema does not know the names and values of the datasets.
      if (registered.tool.name === 'query_org_data')
        await workshop.run(registered.tool, input, { caller, datasets });
      if (registered.tool.category !== 'artifact') return undefined;
      await workshop.newProject();
      await workshop.run(registered.tool, input);
      return await changedByReading();
    } catch (error) {
      return String(error);
    }
  }

  /** A stored content that is written again is the same. */
  async function changedByReading(): Promise<string | undefined> {
    const { artifacts } = workshop.context();
    for (const kind of Object.keys((await artifacts?.versions()) ?? {})) {
      const content = await workshop.content<string>(kind);
      if (content === undefined) continue;
      const { changed } = await workshop.write({ kind, content });
      if (changed) return `${kind} changed when it was written again`;
    }
    return undefined;
  }

  it('are accepted at the first attempt', async () => {
    const refused: string[] = [];
    for (const call of calls) {
      const reason = await refusal(call);
      if (reason !== undefined) refused.push(`${JSON.stringify(call)}: ${reason}`);
    }
    expect(calls.length).toBeGreaterThanOrEqual(MIN_CALLS);
    const isCalled = (name: string) => calls.some(([called]) => called === name);
    const { tools } = registry.effective(null);
    // A new pack has no calls yet.
    const tried = new Set(tools.filter(({ tool }) => isCalled(tool.name)).map(({ pack }) => pack));
    const missing = tools.filter(({ tool, pack }) => tried.has(pack) && !isCalled(tool.name));
    expect(missing.map(({ tool }) => tool.name)).toEqual([]);
    expect(refused.slice(0, Math.max(0, refused.length - calls.length * (1 - MIN_ACCEPTED)))).toEqual([]);
  });
});
