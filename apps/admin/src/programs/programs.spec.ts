import { randomUUID } from 'node:crypto';
import { programReplay, turnPrograms } from '#contracts';
import { consoleTurnPage } from '#contracts/console';
import { bodyOf, expectProblem, useAdmin } from '../admin.fixture.ts';
import { addTurn } from '../console-rows.fixture.ts';

const CODE = `const { n } = await look({ page: 1 }); return { twice: 2 * n, at: new Date().toISOString() };`;
const STARTED_AT = '2026-11-20T08:00:00.000Z';
const STEPS: Record<string, unknown> = {
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

let turnId: string;

const { admin, member } = useAdmin(['member']);

beforeAll(async () => {
  turnId = (await addTurn(admin.database, { orgId: admin.orgA.id })).id;
  await admin.database.forOrg(admin.orgA.id, async (tx) => {
    for (const [key, outcome] of Object.entries(STEPS))
      await tx.execute(
        `INSERT INTO turn_steps (org_id, turn_id, key, request_hash, outcome) VALUES ($1, $2, $3, 'h', $4::jsonb)`,
        [turnId, key, JSON.stringify(outcome)],
      );
  });
});

const programs = () => `/admin/turns/${turnId}/programs`;

it('shows the programs of a turn: code, calls and value', async () => {
  const { items } = await member.read(turnPrograms, programs());
  expect(items).toEqual([
    {
      place: '1.0',
      code: CODE,
      startedAt: STARTED_AT,
      end: { ok: true, value: { twice: 42, at: STARTED_AT }, errorCode: null, error: null },
      calls: [{ sequence: 1, tool: 'look', input: { page: 1 }, ok: true, answer: { n: 21 } }],
    },
  ]);
});

it('shows a program of a completed turn, which lacks the steps that only a resumed run reads', async () => {
  const completed = await addTurn(admin.database, { orgId: admin.orgA.id });
  await admin.database.forOrg(admin.orgA.id, (tx) =>
    tx.execute(
      `INSERT INTO turn_steps (org_id, turn_id, key, request_hash, outcome)
       SELECT org_id, $2, key, 'h', outcome FROM turn_steps WHERE org_id = $1 AND turn_id = $3 AND key NOT LIKE 'model:%'`,
      [completed.id, turnId],
    ),
  );
  const { items } = await member.read(turnPrograms, `/admin/turns/${completed.id}/programs`);
  expect(items).toEqual((await member.read(turnPrograms, programs())).items);
  const found = await member.read(consoleTurnPage, '/admin/turns?programs=yes');
  expect(found.items.map(({ id }) => id)).toEqual([completed.id, turnId]);
});

it('replays a program against its recorded results', async () => {
  const { same, replay } = await bodyOf(programReplay, member.send('POST', `${programs()}/1.0/replay`));
  expect(replay.value).toEqual({ twice: 42, at: STARTED_AT });
  expect(same).toBe(true);
});

it('returns no programs for a turn without one, and 404 for an unknown turn', async () => {
  const other = await addTurn(admin.database, { orgId: admin.orgA.id });
  expect(await (await member.get(`/admin/turns/${other.id}/programs`)).json()).toEqual({ items: [] });
  await expectProblem(await member.get(`/admin/turns/${randomUUID()}/programs`), 404);
});

it('answers 404 for a place without a program, and 422 for a malformed one', async () => {
  await expectProblem(await member.send('POST', `${programs()}/first/replay`), 422);
  await expectProblem(await member.send('POST', `${programs()}/2.0/replay`), 404);
});
