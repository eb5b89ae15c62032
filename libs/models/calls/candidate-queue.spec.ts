import type { ProviderName } from '../language-model.ts';
import { ModelError, type ModelErrorClass } from '../model.errors.ts';
import { CandidateQueue } from './candidate-queue.ts';

/** The models, by provider and letter, that are asked if they fail like this; others would answer. */
async function asked(names: string, failures: Partial<Record<string, ModelErrorClass>>): Promise<string> {
  const queue = new CandidateQueue(
    names.split(' ').map((model) => ({ model, provider: model.slice(0, -1) as ProviderName, tier: 'flash' })),
  );
  const order: string[] = [];
  for (let model; (model = await queue.next(new AbortController().signal));) {
    order.push(model.model);
    const failure = failures[model.model];
    if (!failure) return `${order.join(' ')} answers`;
    queue.failed(model, new ModelError(failure, 'no'));
  }
  return `${order.join(' ')} ${queue.failure?.errorClass}`;
}

it.each<[string, Record<string, ModelErrorClass>, string]>([
  ['openaiA openaiB googleA', { openaiA: 'BAD_REQUEST' }, 'openaiA googleA answers'],
  ['openaiA openaiB', { openaiA: 'BAD_REQUEST' }, 'openaiA openaiB answers'],
  [
    'openaiA googleA anthropicA',
    { openaiA: 'BAD_REQUEST', googleA: 'BAD_REQUEST' },
    'openaiA googleA BAD_REQUEST',
  ],
  [
    'openaiA googleA anthropicA',
    { openaiA: 'BAD_REQUEST', googleA: 'UNAVAILABLE' },
    'openaiA googleA anthropicA answers',
  ],
  ['openaiA googleA', { openaiA: 'BAD_REQUEST', googleA: 'UNAVAILABLE' }, 'openaiA googleA UNAVAILABLE'],
  ['openaiA openaiB googleA', { openaiA: 'EXCESSIVE', openaiB: 'EXCESSIVE' }, 'openaiA openaiB EXCESSIVE'],
  ['openaiA googleA', { openaiA: 'KEY_REJECTED', googleA: 'NOT_CONFIGURED' }, 'openaiA googleA KEY_REJECTED'],
])('%s with failures %j', async (names, failures, expected) =>
  expect(await asked(names, failures)).toBe(expected),
);

it.each(['BUDGET_EXCEEDED', 'BUDGET_HELD'] as const)('%s ends the call', async (errorClass) =>
  expect(asked('openaiA googleA', { openaiA: errorClass })).rejects.toMatchObject({ errorClass }),
);
