import { trace } from '@opentelemetry/api';
import { countRequestTokens, type Route, type RoutedModel, type RouteRequest } from '#models';
import { ATTRIBUTES, withSpan } from '#telemetry';
import { conversationMessages } from './context/conversation-messages.ts';
import { schemaTools } from './programs/offer-programs.ts';
import { routeAttributes, routingOf } from './model/routing.ts';
import type { BrokeredTurn, RoutedTurn, TurnPorts } from './turn-context.ts';

/**
 * Step 6: chooses the model that answers, and records the reasons against the others. A turn that continues after a crash,
 * an approval or a retry keeps the last chosen model if it is still available. A new choice is added to the journal after
 * the old one.
 */
export function route(ports: TurnPorts, turn: BrokeredTurn): Promise<RoutedTurn> {
  const turnSpan = trace.getActiveSpan();
  return withSpan('route', { kind: 'route' }, async (span) => {
    const { taskType } = turn.agent.agent;
    const routes = earlierRoutes(turn);
    const last = routes.at(-1);
    const chosen = (last && availableRoute(ports, turn, last)) ?? (await choose(ports, turn));
    span.setAttributes({ [ATTRIBUTES.task]: taskType, ...routeAttributes(chosen) });
    turnSpan?.setAttribute(ATTRIBUTES.requestModel, chosen.model);
    // The span of this run has the reasons against the other candidates.
    if (chosen !== last) turn.log.record(keyOf(routes.length + 1), { ...chosen, candidates: [] });
    return { ...turn, route: chosen };
  });
}

/** The first choice is `route`, the second `route:2`. */
const keyOf = (place: number) => (place === 1 ? 'route' : `route:${place}`);

/** The choices of earlier runs, in order. */
function earlierRoutes({ log }: BrokeredTurn): Route[] {
  const routes: Route[] = [];
  for (;;) {
    const next = log.recorded<Route>(keyOf(routes.length + 1));
    if (!next) return routes;
    routes.push(next);
  }
}

/**
 * The route with which the turn continues; undefined if its model is no longer available. A run after an approval or a
 * retry counts as new use: it does not use a model that the org has disabled since.
 */
function availableRoute(ports: TurnPorts, { row }: BrokeredTurn, last: Route): Route | undefined {
  const act = row.starts > 1 ? 'replay' : 'new';
  const isAvailable = (model: RoutedModel) => ports.router.isThere(model, row.orgId, act);
  if (!isAvailable(last)) return undefined;
  const { fallbacks } = last;
  if (act === 'replay' || !fallbacks || fallbacks.every(isAvailable)) return last;
  return { ...last, fallbacks: fallbacks.filter(isAvailable) };
}

async function choose(ports: TurnPorts, turn: BrokeredTurn): Promise<Route> {
  const inputTokens = await countRequestTokens({
    system: turn.system,
    messages: conversationMessages(turn, true),
    tools: schemaTools(turn),
  });
  return ports.router.route({
    ...(await routingOf(ports, turn)),
    taskType: turn.agent.agent.taskType,
    inputTokens,
    ...askedFor(turn),
    needsTools: turn.offered.length > 0,
    needsVision: turn.attachments.some(({ type }) => type === 'picture'),
  });
}

function askedFor({ row: { override } }: BrokeredTurn): Pick<RouteRequest, 'asked'> {
  return override ? { asked: { model: override.model, tier: override.tier } } : {};
}
