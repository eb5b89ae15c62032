import type { SummaryInput } from '#pack-kit';
import { finishedBom } from '../schema/artifacts/bom.kind.ts';
import { component } from '../schema/artifacts/component.ts';
import { partOf } from '../schema/parts/catalogue.ts';
import { componentFor } from '../schema/parts/listed-part.ts';
import { summarizeProject } from './summary.ts';

const bom = finishedBom({
  currency: 'USD',
  components: ['esp32-devkit', 'ds18b20', 'res-4k7'].map((id) => component.parse(componentFor(partOf(id)!))),
});
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
  it('takes goal, board, parts and files from the artifacts, and the rest from the messages', () => {
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

  it('continues the previous summary, closes answered questions, and keeps six entries of each section', () => {
    const decisions = Array.from({ length: 6 }, (_, index) => `Use part ${index}.`);
    const previous = { ...summarizeProject(inputOf({})), decisions, openQuestions: ['Which color?'] };
    const messages = [{ author: 'contact' as const, text: 'We decided on blue. I have a DHT22.' }];
    const summary = summarizeProject(inputOf({ previous, messages }));
    expect(summary.decisions).toEqual([...decisions.slice(1), 'We decided on blue.']);
    expect(summary).toMatchObject({ openQuestions: [], components: ['DHT22 temperature and humidity'] });
  });
});
