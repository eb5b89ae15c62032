import type { Database } from '#database';
import { addTurn } from '../console-rows.fixture.ts';

export const CODE = `const { n } = await look({ page: 1 });\nreturn { twice: 2 * n, at: new Date().toISOString() };`;
export const STARTED_AT = '2026-11-20T08:00:00.000Z';
const STEPS = {
  'model:1': { text: '', toolCalls: [{ id: 'p1', name: 'run_program', arguments: { code: CODE } }] },
  'program:1:0': { startedAt: STARTED_AT, tools: ['look'] },
  'program:1:0:1': { tool: 'look', input: '{"page":1}', ok: true, answer: '{"n":21}' },
  'program:1:0:told:0': { sequence: 1, tool: 'look', input: '{"page":1}', ok: true, atMs: 0 },
  'tool:1:0': {
    callId: 'p1',
    tool: 'run_program',
    arguments: { code: CODE },
    modelText: JSON.stringify({ success: true, data: { twice: 42, at: STARTED_AT } }),
    success: true,
    durationMs: 3,
    called: ['look'],
  },
};

/** Stores a turn whose model wrote a program. @returns the turn's id */
export async function addProgram(database: Database, orgId: string): Promise<string> {
  const { id } = await addTurn(database, { orgId });
  await database.forOrg(orgId, async (tx) => {
    for (const [key, outcome] of Object.entries(STEPS))
      await tx.execute(
        `INSERT INTO turn_steps (org_id, turn_id, key, request_hash, outcome) VALUES ($1, $2, $3, 'h', $4::jsonb)`,
        [id, key, JSON.stringify(outcome)],
      );
  });
  return id;
}
