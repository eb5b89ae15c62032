import type { Span } from '@opentelemetry/api';
import type { GenerateRequest, KeyRotation } from '#models';
import type { TurnRun } from '../turn-context.ts';

/**
 * Has a change of key since the turn's last call, or for its first one the worker's, told on its stream and on the span of
 * the call. The key itself is never told.
 */
export function keyRotations(
  { log, lastKeys }: TurnRun,
  span: Span,
): Required<Pick<GenerateRequest, 'lastKeys' | 'onKeyRotated'>> {
  const told: string[] = [];
  const onKeyRotated = ({ provider, reason }: KeyRotation) => {
    log.emit('key.rotated', { provider, reason });
    told.push(`${provider}: ${reason}`);
    span.setAttribute('turnpike.key.rotated', [...told]);
  };
  return { lastKeys, onKeyRotated };
}
