import type { RoutineCall, RoutineTurn } from '#pack-kit';
import { firstStep, routineTurn } from '../../../test/harness/routine-turn.ts';
import { component, finishedBom } from '../schema/artifacts/bom.kind.ts';
import { agentFor } from '../agents/choose-agent.ts';
import { routines } from '../offline/routines/index.ts';
import { partsFor } from '../offline/rules/parts-list.ts';

/** An artifact that was read in this turn. */
export const readOf = (kind: string, content: unknown): RoutineCall => ({
  tool: 'read_file',
  arguments: { artifact_type: kind },
  result: { success: true, data: { exists: true, version: 1, content } },
});

const OFFERED = ['read_file', 'write_file', 'open_bom_drawer', 'open_wiring_drawer', 'open_code_drawer'];
/** What a message is answered with, behind a turn about the parts list. */
export const stepFor = (text: string, more: Partial<RoutineTurn> = {}) => {
  const { agent } = agentFor({ text, language: 'en', lastAgent: 'bomGenerator' });
  return firstStep(routines, routineTurn(text, { agent, offered: OFFERED, ...more }));
};

const listOf = (text: string) =>
  finishedBom({ currency: 'USD', components: partsFor([text]).map((part) => component.parse(part)) });
/** With a parts list of the project, read in this turn. */
export const withList = (project: string): Partial<RoutineTurn> => ({
  artifacts: { context: 1, mvp: 1, bom: 1 },
  calls: [readOf('bom', listOf(project))],
  said: [project],
});
/** Before there is a parts list: the briefs of the project, read in this turn. */
export const withBriefs = (project: string, replied: string[] = []): Partial<RoutineTurn> => ({
  artifacts: { context: 1, mvp: 1, prd: 1 },
  calls: ['context', 'mvp', 'prd'].map((kind) => readOf(kind, `# Brief\n\n${project}`)),
  said: [project],
  replied,
});
