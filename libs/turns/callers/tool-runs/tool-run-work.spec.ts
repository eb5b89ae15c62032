import { randomUUID } from 'node:crypto';
import { newId } from '#identity';
import type { UserRole } from '#contracts';
import { OutsideCallers } from '../outside-callers.ts';
import type { TestOrg } from '../../testing/test-org.fixture.ts';
import { useTurns, plainTool, testPack } from '../../testing/turns.fixture.ts';
import { ToolRunRepository } from './tool-run.repository.ts';
import { ToolRunWork } from './tool-run-work.ts';

let org: TestOrg;
let work: ToolRunWork;

const turnpike = useTurns([testPack('alpha', [{ ...plainTool('steer'), role: 'admin' }])]);
beforeAll(async () => {
  org = await turnpike.newOrg();
  const { database, clock, executor, users, orgs, ports } = turnpike;
  const callers = new OutsideCallers(ports as never);
  work = new ToolRunWork({ database, clock, executor, callers, users, orgs });
});
async function userOf(role: UserRole): Promise<string> {
  const orgId = role === 'platform_admin' ? null : org.id;
  const { id } = await turnpike.users.ensure({ orgId, name: role, handle: `u-${randomUUID()}`, role });
  return id;
}

/** @returns the end of a run of an admin tool that a user with `userRole` requested. */
async function endOf(userId: string, userRole: UserRole) {
  const id = newId(turnpike.clock);
  const asked = {
    id,
    userId,
    userRole,
    key: randomUUID(),
    tool: 'steer',
    conversationId: null,
    arguments: {},
    argumentsHash: 'hash',
    traceId: 'a'.repeat(32),
    createdAt: turnpike.clock.now(),
  };
  await org.transact((tx) => new ToolRunRepository(tx).add(asked));
  await work.run(org.id, id, new AbortController().signal);
  const run = await org.transact((tx) => new ToolRunRepository(tx).find(id));
  return { state: run?.state, errorClass: run?.errorClass };
}

const REFUSED = { state: 'failed', errorClass: 'FORBIDDEN' };

it.each(['org_admin', 'platform_admin'] as const)(
  'runs a tool as the %s who asked, while they are one',
  async (role) => {
    const userId = await userOf(role);
    expect(await endOf(userId, role)).toEqual({ state: 'succeeded', errorClass: null });
    await turnpike.database.asPlatform('a test', (tx) => turnpike.users.setDisabled(tx, userId, true));
    expect(await endOf(userId, role)).toEqual(REFUSED);
  },
);

it('runs nothing as a deleted platform admin, or as another user', async () => {
  expect(await endOf(randomUUID(), 'platform_admin')).toEqual(REFUSED);
  expect(await endOf(await userOf('org_admin'), 'platform_admin')).toEqual(REFUSED);
});
