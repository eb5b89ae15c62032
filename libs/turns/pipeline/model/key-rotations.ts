import type { Span } from '@opentelemetry/api';
import type { GenerateRequest, KeyRotation } from '#models';
import type { TurnRun } from '../turn-context.ts';

/**
 * Reports a change of key since the turn's last call as an event and on the span of the call. The first call of a turn is
 * compared with the worker's last call. The key itself is never reported.
 */
export function keyRotations(
  { log, lastKeys }: TurnRun,
  span: Span,
): Required<Pick<GenerateRequest, 'lastKeys' | 'onKeyRotated'>> {
  const rotations: string[] = [];
  const onKeyRotated = ({ provider, reason }: KeyRotation) => {
    log.emit('key.rotated', { provider, reason });
    rotations.push(`${provider}: ${reason}`);
    span.setAttribute('turnpike.key.rotated', [...rotations]);
  };
  return { lastKeys, onKeyRotated };
}
