import { defineDataset } from '#pack-kit';

/** Tool calls, with a field of every type. */
export const calls = defineDataset({
  name: 'calls',
  synonyms: ['call'],
  description: 'Calls',
  role: 'any',
  source: 'tool_calls',
  where: `channel <> 'deleted'`,
  sample: `pack = 'sample'`,
  fields: {
    id: { type: 'text', column: 'id::text' },
    tool: { type: 'text' },
    errorClass: { type: 'text' },
    success: { type: 'boolean', synonyms: ['outcome'], values: { true: [], false: ['error'] } },
    attempts: { type: 'number' },
    durationMs: { type: 'number' },
    createdAt: { type: 'datetime' },
    day: { type: 'date', column: 'created_at::date' },
    caller: { type: 'text', column: 'caller_kind', personal: true },
    kind: { type: 'text', column: 'channel', values: { chat: ['دردشة', 'Text'], voice: ['phone'] } },
  },
  time: 'createdAt',
  defaults: { fields: ['tool', 'attempts'] },
});
