import { trace } from '@opentelemetry/api';
import { countRequestTokens, type Route, type RoutedModel, type RouteRequest } from '#models';
import { ATTRIBUTES, withSpan } from '#telemetry';
import { conversationMessages } from './context/conversation-messages.ts';
import { toldTools } from './programs/offer-programs.ts';
import { routeAttributes, routingOf } from './model/routing.ts';
import type { BrokeredTurn, RoutedTurn, TurnPorts } from './turn-context.ts';

/**
 * Step 6: the model that answers, and why not the others. A turn that goes on, after a crash, an approval or a retry, does so
 * with the model that was chosen last, as long as there is one; what is chosen in its place is journalled after it.
 */
export function route(ports: TurnPorts, turn: BrokeredTurn): Promise<RoutedTurn> {
  const turnSpan = trace.getActiveSpan();
  return withSpan('route', { kind: 'route' }, async (span) => {
    const { taskType } = turn.agent.agent;
    const routes = chosenBefore(turn);
    const last = routes.at(-1);
    const chosen = (last && stillThere(ports, turn, last)) ?? (await choose(ports, turn));
    span.setAttributes({ [ATTRIBUTES.task]: taskType, ...routeAttributes(chosen) });
    turnSpan?.setAttribute(ATTRIBUTES.requestModel, chosen.model);
    if (chosen !== last) turn.log.record(keyOf(routes.length + 1), taskType, chosen);
    return { ...turn, route: chosen };
  });
}

/** A journal keeps what it has: the first choice is `route`, the one after it `route:2`. */
const keyOf = (place: number) => (place === 1 ? 'route' : `route:${place}`);

/** What runs before chose, the last one last. */
function chosenBefore({ log }: BrokeredTurn): Route[] {
  const routes: Route[] = [];
  for (;;) {
    const next = log.recorded<Route>(keyOf(routes.length + 1));
    if (!next) return routes;
    routes.push(next);
  }
}

/**
 * The route as the turn goes on with it; undefined where its model is not there any more. Once a person has approved or
 * retried, it is a new act, for which no model is asked that the org has switched off since.
 */
function stillThere(ports: TurnPorts, { row }: BrokeredTurn, last: Route): Route | undefined {
  const act = row.starts > 1 ? 'replay' : 'new';
  const isThere = (model: RoutedModel) => ports.router.isThere(model, row.orgId, act);
  if (!isThere(last)) return undefined;
  const { fallbacks } = last;
  if (act === 'replay' || !fallbacks || fallbacks.every(isThere)) return last;
  return { ...last, fallbacks: fallbacks.filter(isThere) };
}

async function choose(ports: TurnPorts, turn: BrokeredTurn): Promise<Route> {
  const inputTokens = await countRequestTokens({
    system: turn.system,
    messages: conversationMessages(turn, true),
    tools: toldTools(turn),
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
