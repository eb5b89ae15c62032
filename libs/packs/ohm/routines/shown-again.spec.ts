import type { RoutineCall, RoutineTurn } from '#tools';
import { callsOf, firstStep, reply, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { component, finishedBom } from '../artifacts/bom.kind.ts';
import { agentFor } from '../choose-agent.ts';
import { partsFor } from '../rules/parts-list.ts';
import { routines } from './index.ts';

const read = (kind: string, content: unknown): RoutineCall => ({
  tool: 'read_file',
  arguments: { artifact_type: kind },
  result: { success: true, data: { exists: true, version: 1, content } },
});
const listOf = (text: string) =>
  finishedBom({ currency: 'USD', components: partsFor([text]).map((part) => component.parse(part)) });
const OFFERED = ['read_file', 'write_file', 'open_bom_drawer', 'open_wiring_drawer', 'open_code_drawer'];
const stepFor = (text: string, more: Partial<RoutineTurn> = {}) => {
  const { agent } = agentFor({ text, language: 'en', lastAgent: 'bomGenerator' });
  return firstStep(routines, routineTurn(text, { agent, offered: OFFERED, ...more }));
};
/** With a parts list of the project, read in this turn. */
const withList = (project: string): Partial<RoutineTurn> => ({
  artifacts: { context: 1, mvp: 1, bom: 1 },
  calls: [read('bom', listOf(project))],
  said: [project],
});
const LOGGER = 'a temperature logger with an ESP32';

describe('what is shown again', () => {
  it.each([
    'parts list again',
    'show the parts again',
    'BOM again',
    'the parts list once more please',
    'can you show me the bom again?',
    'give me the parts list again',
    'list the parts again',
    'what were the parts again?',
    'قائمة القطع مرة أخرى',
    'اعرض القطع مرة ثانية',
  ])('%s: the list, as it is', (text) => {
    const known = withList(LOGGER);
    expect(callsOf(stepFor(text, { ...known, calls: [] }))).toEqual([
      { tool: 'read_file', arguments: { artifact_type: 'bom' } },
    ]);
    expect(reply(stepFor(text, known))).toMatch(/(?:In the parts list|في قائمة القطع):\n1\. [^]*14\.75/);
  });
  it('is made where there is none yet', () =>
    expect(callsOf(stepFor('parts list again', { artifacts: { context: 1 } }))).not.toEqual([]));
  it('code is shown in its panel', () =>
    expect(callsOf(stepFor('code again', { artifacts: { code: 2 } }))).toEqual([
      { tool: 'open_code_drawer', arguments: {} },
    ]));
  it('what is to be made again is made', () =>
    expect(reply(stepFor('make the parts list again', withList(LOGGER))) ?? '').not.toMatch(/^In the parts/));
});
