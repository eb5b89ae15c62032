import type { Attributes } from '@opentelemetry/api';
import type { Route, RouteRequest } from '#models';
import { ATTRIBUTES } from '#telemetry';
import { channelProfile } from '#tools';
import type { LoadedTurn, TurnPorts } from '../turn-context.ts';

/**
 * The part of a route request that all requests of a turn share: the org, whether the task decides, the highest tier, and
 * whether the budget is short.
 */
export async function routingOf(
  ports: TurnPorts,
  { row: { orgId, conversationId, channel }, settings }: Pick<LoadedTurn, 'row' | 'settings'>,
): Promise<Pick<RouteRequest, 'orgId' | 'byTask' | 'highestTier' | 'thrifty'>> {
  // The offline model costs nothing.
  const thrifty = !ports.router.isOffline(orgId) && (await ports.budgets.isThrifty(orgId));
  if (thrifty) ports.logger.warn({ orgId }, 'a soft model budget of the org is used up');
  const { highestTier } = channelProfile(channel, settings);
  const byTask = await ports.flags.isOn('model_router', { orgId, conversationId });
  return { orgId, thrifty, byTask, highestTier };
}

/** Span attributes of a route: the chosen model, and the other candidates with the reasons against them. */
export function routeAttributes({
  model,
  provider,
  tier,
  asked,
  heldTo,
  estimatedCostUsd,
  candidates,
}: Route): Attributes {
  return {
    [ATTRIBUTES.requestModel]: model,
    [ATTRIBUTES.provider]: provider,
    'turnpike.route.tier': tier,
    ...(asked && { 'turnpike.route.asked': asked }),
    ...(heldTo && { 'turnpike.route.held_to': heldTo }),
    'turnpike.route.estimated_cost_usd': estimatedCostUsd,
    'turnpike.route.candidates': candidates.map(({ model: id, reason }) => `${id}: ${reason ?? 'chosen'}`),
  };
}
