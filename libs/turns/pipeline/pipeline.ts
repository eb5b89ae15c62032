import { load } from './1-load.ts';
import { intent } from './2-intent.ts';
import { context } from './3-context.ts';
import { scope } from './4-scope.ts';
import { broker } from './5-broker.ts';
import { route } from './6-route.ts';
import { loop } from './7-loop.ts';
import { policy } from './8-policy.ts';
import { commit } from './9-commit.ts';
import type { TurnPorts, TurnRun } from './turn-context.ts';

/** Runs a turn, from the claimed row to the stored reply. Each step has its own file and span. */
export async function runPipeline(ports: TurnPorts, run: TurnRun): Promise<void> {
  const loaded = await load(ports, run);
  const understood = await intent(ports, loaded);
  const informed = await context(ports, understood);
  const scoped = await scope(ports, informed);
  const brokered = await broker(ports, scoped);
  const routed = await route(ports, brokered);
  const answered = await loop(ports, routed);
  const checked = await policy(ports, answered);
  await commit(ports, checked);
}
