import { countRequestTokens, type Route } from '#models';
import { ATTRIBUTES, withSpan } from '#telemetry';
import { conversationMessages } from './parts/conversation-messages.ts';
import type { BrokeredTurn, RoutedTurn, TurnPorts } from './turn-context.ts';

async function choose(ports: TurnPorts, turn: BrokeredTurn): Promise<Route> {
  const inputTokens = await countRequestTokens({
    system: turn.system,
    messages: conversationMessages(turn, true),
    tools: turn.offered,
  });
  const flagContext = { orgId: turn.turn.orgId, conversationId: turn.turn.conversationId };
  // The offline model costs nothing.
  const thrifty = !ports.router.offline && (await ports.budgets.isThrifty(turn.turn.orgId));
  if (thrifty) ports.logger.warn({ orgId: turn.turn.orgId }, 'a soft model budget of the org is used up');
  return ports.router.route({
    thrifty,
    byTask: await ports.flags.isOn('model_router', flagContext),
    taskType: turn.agent.agent.taskType,
    inputTokens,
    needsTools: turn.offered.length > 0,
    needsVision: turn.attachments.some(({ type }) => type === 'picture'),
  });
}

/** Step 6: the model that answers, and why not the others. A replay goes on with the model of the run before. */
export function route(ports: TurnPorts, turn: BrokeredTurn): Promise<RoutedTurn> {
  return withSpan('route', { kind: 'route' }, async (span) => {
    const { taskType } = turn.agent.agent;
    const before = turn.log.recorded<Route>('route');
    const chosen = before ?? (await choose(ports, turn));
    span.setAttributes({
      [ATTRIBUTES.task]: taskType,
      [ATTRIBUTES.requestModel]: chosen.model,
      [ATTRIBUTES.provider]: chosen.provider,
      'turnpike.route.tier': chosen.tier,
      'turnpike.route.candidates': chosen.candidates.map(
        ({ model, reason }) => `${model}: ${reason ?? 'chosen'}`,
      ),
    });
    if (!before) turn.log.record('route', taskType, chosen);
    return { ...turn, route: chosen };
  });
}
