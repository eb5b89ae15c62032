import type { RouteRequest } from '#models';
import type { LoadedTurn, TurnPorts } from '../turn-context.ts';

/** What all routes of a turn have in common: whose they are, whether the task decides, and whether money is short. */
export async function routingOf(
  ports: TurnPorts,
  { turn: { orgId, conversationId } }: Pick<LoadedTurn, 'turn'>,
): Promise<Pick<RouteRequest, 'orgId' | 'byTask' | 'thrifty'>> {
  // The offline model costs nothing.
  const thrifty = !ports.router.isOffline(orgId) && (await ports.budgets.isThrifty(orgId));
  if (thrifty) ports.logger.warn({ orgId }, 'a soft model budget of the org is used up');
  return { orgId, thrifty, byTask: await ports.flags.isOn('model_router', { orgId, conversationId }) };
}
