import { agents } from '../agents/agents.ts';
import { bomKind, finishedBom } from '../schema/artifacts/bom.kind.ts';
import { component } from '../schema/artifacts/component.ts';
import { partOf } from '../schema/parts/catalogue.ts';
import { componentFor } from '../schema/parts/listed-part.ts';
import { catalogueMaterial, circuitMaterial } from './material.ts';
import { summary } from './summary.task.ts';

const bom = finishedBom({
  currency: 'USD',
  components: ['esp32-devkit', 'ds18b20', 'res-4k7'].map((id) => component.parse(componentFor(partOf(id)!))),
});
const { ofPanel } = summary;

describe('the panel of the summary', () => {
  it('has goal, board and state as separate fields, whether rules or a model wrote it', () => {
    const artifacts = [
      { kind: 'bom', version: 2, content: bom },
      { kind: 'context', version: 1 },
    ];
    const marked = { snapshot: ['Goal: A logger.', 'Board: some board', 'State: parts are chosen'] };
    expect(ofPanel?.({ parts: marked, artifacts })).toEqual({
      goal: 'A logger.',
      board: 'ESP32 DevKit V1',
      status: 'parts are chosen',
    });
    expect(ofPanel?.({ parts: { snapshot: ['Goal: A logger.'] }, artifacts })).toMatchObject({
      status: 'bom v2, context v1',
    });
    const byModel = { snapshot: ['A logger for the barn, on an ESP32.', 'State: parts are chosen'] };
    expect(ofPanel?.({ parts: byModel, artifacts })).toEqual({
      goal: 'A logger for the barn, on an ESP32.',
      board: 'ESP32 DevKit V1',
      status: 'parts are chosen',
    });
    expect(ofPanel?.({ parts: {}, artifacts: [] })).toEqual({ goal: null, board: null, status: null });
  });
});

describe('additional prompt content of agents', () => {
  const project = (contents: Record<string, unknown>, text = '') => ({
    text,
    settings: { get: () => undefined },
    artifact: (kind: string) => Promise.resolve(contents[kind] as string | undefined),
  });

  it('is the wiring with its parts for the checking agent, and empty without a wiring', async () => {
    const told = await circuitMaterial(project({ bom, wiring: { connections: [] } }));
    expect(told.map(({ name, maxTokens }) => [name, maxTokens])).toEqual([
      ['wiring', 2_000],
      ['bom', 2_000],
    ]);
    expect(await circuitMaterial(project({}))).toEqual([]);
  });

  it('are the catalogue rows of the parts in the project', async () => {
    const [catalogue] = await catalogueMaterial(project({ context: 'humidity' }, 'with a relay'));
    expect(catalogue?.content).toMatchObject([{ id: 'dht22', unitPrice: 4 }, { id: 'relay-1' }]);
    expect(await catalogueMaterial(project({}, 'hello'))).toEqual([]);
  });

  it('is added for the agents that need it', () => {
    expect(agents.filter(({ material }) => material).map(({ name }) => name)).toEqual([
      'bomGenerator',
      'budgetOptimizer',
      'circuitVerifier',
    ]);
    expect(bomKind.arrayKeys?.components?.make?.({ name: 'Ä Sensor!' }, new Set(['a-sensor']))).toBe(
      'a-sensor-2',
    );
  });
});
