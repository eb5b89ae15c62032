import { randomUUID } from 'node:crypto';
import type { TurnPorts } from '../turn-context.ts';
import { routingOf } from './routing.ts';

describe('the common part of the routes of a turn', () => {
  const turn = { orgId: randomUUID(), conversationId: randomUUID(), channel: 'voice' };

  async function routing(state: { isOffline?: boolean; isThrifty?: boolean; byTask?: boolean }) {
    const warnings: unknown[][] = [];
    const ports = {
      router: { isOffline: () => state.isOffline ?? false },
      budgets: { isThrifty: async () => state.isThrifty ?? false },
      flags: { isOn: async () => state.byTask ?? true },
      logger: { warn: (...said: unknown[]) => void warnings.push(said) },
    } as unknown as TurnPorts;
    return { ...(await routingOf(ports, { row: turn, settings: new Map() } as never)), warnings };
  }

  it('logs a warning with the org when a soft budget is used up', async () => {
    expect(await routing({ isThrifty: true })).toEqual({
      orgId: turn.orgId,
      thrifty: true,
      byTask: true,
      highestTier: 'standard',
      warnings: [[{ orgId: turn.orgId }, 'a soft model budget of the org is used up']],
    });
  });

  it.each([
    ['there is money left', {}],
    ['the offline model answers, which costs nothing', { isOffline: true, isThrifty: true }],
  ])('logs no warning where %s', async (_when, state) => {
    expect(await routing(state)).toMatchObject({ thrifty: false, warnings: [] });
  });
});
