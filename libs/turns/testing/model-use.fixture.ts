import { randomUUID } from 'node:crypto';
import type { ModelUse } from '#models';

/** A model call that was paid. */
export function modelUse(costUsd: number): ModelUse {
  return {
    id: randomUUID(),
    day: '2026-11-23',
    provider: 'openai',
    model: 'gpt-5.4-mini',
    tier: 'standard',
    promptTokens: 10,
    cachedTokens: 0,
    completionTokens: 5,
    costUsd,
  };
}
