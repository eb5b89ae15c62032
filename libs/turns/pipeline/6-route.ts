import { trace } from '@opentelemetry/api';
import { countRequestTokens, type Route, type RouteRequest } from '#models';
import { ATTRIBUTES, withSpan } from '#telemetry';
import { conversationMessages } from './parts/conversation-messages.ts';
import { toldTools } from './parts/programs/offer-programs.ts';
import { routeAttributes, routingOf } from './parts/routing.ts';
import type { BrokeredTurn, RoutedTurn, TurnPorts } from './turn-context.ts';

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

function askedFor({ turn: { override } }: BrokeredTurn): Pick<RouteRequest, 'asked'> {
  return override ? { asked: { model: override.model, tier: override.tier } } : {};
}

/** What the run before chose; undefined where its model has gone since, as in the days that a person took to decide. */
function chosenBefore(ports: TurnPorts, { turn, log }: BrokeredTurn): Route | undefined {
  const before = log.recorded<Route>('route');
  return before && ports.router.isThere(before, turn.orgId) ? before : undefined;
}

/**
 * Step 6: the model that answers, and why not the others. A turn that goes on, after a crash, an approval or a retry, does so
 * with the model of the run before, as long as there is one.
 */
export function route(ports: TurnPorts, turn: BrokeredTurn): Promise<RoutedTurn> {
  const turnSpan = trace.getActiveSpan();
  return withSpan('route', { kind: 'route' }, async (span) => {
    const { taskType } = turn.agent.agent;
    const before = chosenBefore(ports, turn);
    const chosen = before ?? (await choose(ports, turn));
    span.setAttributes({ [ATTRIBUTES.task]: taskType, ...routeAttributes(chosen) });
    turnSpan?.setAttribute(ATTRIBUTES.requestModel, chosen.model);
    if (!before) turn.log.record('route', taskType, chosen);
    return { ...turn, route: chosen };
  });
}
