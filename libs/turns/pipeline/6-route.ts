import type { Route } from '#models';
import { ATTRIBUTES, withSpan } from '#telemetry';
import type { BrokeredTurn, RoutedTurn, TurnPorts } from './turn-context.ts';

/** Step 6: the model that answers, and why not the others. A replay goes on with the model of the run before. */
export function route(ports: TurnPorts, turn: BrokeredTurn): Promise<RoutedTurn> {
  return withSpan('route', { kind: 'route' }, async (span) => {
    const { taskType } = turn.agent.agent;
    const before = turn.log.recorded<Route>('route');
    const chosen = before ?? ports.router.route({ taskType, needsTools: turn.offered.length > 0 });
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
