import type { SummaryInput } from '#pack-kit';
import { agents } from '../agents/agents.ts';
import { bomKind, finishedBom, component } from '../schema/artifacts/bom.kind.ts';
import { circuitMaterial, catalogueMaterial } from './material.ts';
import { partsFor } from '../offline/rules/parts-list.ts';
import { summarizeProject, summary as projectSummary } from './summary.task.ts';

const bom = finishedBom({
  currency: 'USD',
  components: partsFor(['esp32 temperature']).map((part) => component.parse(part)),
});
const { ofPanel } = projectSummary;
const inputOf = (change: Partial<SummaryInput>): SummaryInput => ({
  previous: null,
  messages: [],
  artifacts: [],
  language: 'en',
  maxWords: 400,
  shorten: false,
  ...change,
});

describe('the summary of a project by rules', () => {
  it('takes goal, board, parts and files from the artifacts, and the rest from what was said', () => {
    const summary = summarizeProject(
      inputOf({
        messages: [
          {
            author: 'contact',
            text: 'My plan is a logger. Let us use a steel case. It must run on a battery.',
          },
          { author: 'agent', text: 'Noted. Tell me what limits it. What color do you like?' },
        ],
        artifacts: [
          { kind: 'context', version: 1, content: '## Overview\n\nA logger for the barn.\n' },
          { kind: 'bom', version: 2, content: bom },
          { kind: 'code', version: 3, content: { files: [{ path: 'src/main.cpp' }] } },
        ],
      }),
    );
    expect(summary).toEqual({
      snapshot: [
        'Goal: A logger for the barn.',
        'Board: ESP32 DevKit V1',
        'State: context v1, bom v2, code v3',
      ],
      decisions: ['Let us use a steel case.', 'It must run on a battery.'],
      components: ['ESP32 DevKit V1', 'DS18B20 temperature probe'],
      codeFiles: ['src/main.cpp'],
      constraints: ['It must run on a battery.'],
      openQuestions: ['What color do you like?'],
      nextSteps: ['Tell me what limits it.'],
    });
  });

  it('has goal, board and state by themselves for the panel, whoever made it', () => {
    const artifacts = [
      { kind: 'bom', version: 2, content: bom },
      { kind: 'context', version: 1 },
    ];
    const byRules = summarizeProject(
      inputOf({ artifacts, messages: [{ author: 'contact', text: 'A logger.' }] }),
    );
    expect(ofPanel?.({ parts: byRules, artifacts })).toEqual({
      goal: 'A logger.',
      board: 'ESP32 DevKit V1',
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

  it('goes on from the one before, closes answered questions, and keeps six of each', () => {
    const decisions = Array.from({ length: 6 }, (_, index) => `Use part ${index}.`);
    const previous = { ...summarizeProject(inputOf({})), decisions, openQuestions: ['Which color?'] };
    const messages = [{ author: 'contact' as const, text: 'We decided on blue. I have a DHT22.' }];
    const summary = summarizeProject(inputOf({ previous, messages }));
    expect(summary.decisions).toEqual([...decisions.slice(1), 'We decided on blue.']);
    expect(summary).toMatchObject({ openQuestions: [], components: ['DHT22 temperature and humidity'] });
  });
});

describe('what agents are told besides', () => {
  const project = (contents: Record<string, unknown>, text = '') => ({
    text,
    settings: { get: () => undefined },
    artifact: (kind: string) => Promise.resolve(contents[kind] as string | undefined),
  });

  it('is the wiring with its parts for the one that checks it, and nothing where there is none', async () => {
    const told = await circuitMaterial(project({ bom, wiring: { connections: [] } }));
    expect(told.map(({ name, maxTokens }) => [name, maxTokens])).toEqual([
      ['wiring', 2_000],
      ['bom', 2_000],
    ]);
    expect(await circuitMaterial(project({}))).toEqual([]);
  });

  it('are the rows of the catalogue that the project names', async () => {
    const [catalogue] = await catalogueMaterial(project({ context: 'humidity' }, 'with a relay'));
    expect(catalogue?.content).toMatchObject([{ id: 'dht22', unitPrice: 4 }, { id: 'relay-1' }]);
    expect(await catalogueMaterial(project({}, 'hello'))).toEqual([]);
  });

  it('stands at agents that need it', () => {
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
