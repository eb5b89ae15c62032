import { randomUUID } from 'node:crypto';
import type { TurnPorts } from '../turn-context.ts';
import { routingOf } from './routing.ts';

describe('what all routes of a turn have in common', () => {
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

  it('is warned of in the log when a soft budget is used up, by the org', async () => {
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
  ])('is not warned of where %s', async (_when, state) => {
    expect(await routing(state)).toMatchObject({ thrifty: false, warnings: [] });
  });
});
