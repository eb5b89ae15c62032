import { randomUUID } from 'node:crypto';
import { programReplay, turnPrograms } from '#contracts';
import { consoleTurnPage } from '#contracts/console';
import { bodyOf, expectProblem, useAdmin } from '../admin.fixture.ts';
import { addTurn } from '../console-rows.fixture.ts';
import { addProgram, CODE, STARTED_AT } from './programs.fixture.ts';

let turnId: string;

const { admin, member } = useAdmin();

beforeAll(async () => {
  turnId = await addProgram(admin.database, admin.orgA.id);
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
  await admin.query(
    `INSERT INTO turn_steps (org_id, turn_id, key, request_hash, outcome)
       SELECT org_id, $2, key, 'h', outcome FROM turn_steps WHERE org_id = $1 AND turn_id = $3 AND key NOT LIKE 'model:%'`,
    [completed.id, turnId],
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
