import { platformSettings } from '#identity';
import type { BooleanFlag, VariantFlag } from './flag-definition.ts';

/** Modes of the tool broker. */
export const toolBrokerModes = ['off', 'shadow', 'enforce'] as const;
export type ToolBrokerMode = (typeof toolBrokerModes)[number];

const toolBroker = {
  key: 'tool_broker',
  type: 'variants',
  variants: toolBrokerModes,
  default: 'off',
  safe: 'off',
  owner: 'broker',
  description:
    'Which tools a turn is offered. off: everything in scope; of packs that load by search the tools that are always there, and tool_search. shadow: the same, and what the broker would choose is measured beside it. enforce: what the broker chooses.',
  gate: { variant: 'enforce', measuredIn: 'shadow', minRate: 0.95, minTurns: 500, windowDays: 7 },
  guard: {
    variant: 'enforce',
    fallback: 'shadow',
    minRateSetting: 'TOOL_BROKER_MIN_RATE',
    minRate: platformSettings.TOOL_BROKER_MIN_RATE.default,
    minTurns: 20,
    windowMinutes: 60,
  },
} as const satisfies VariantFlag;

const switches = [
  {
    key: 'tool_search',
    type: 'boolean',
    default: true,
    owner: 'broker',
    description: 'Finding tools during a turn. Off: packs that load by search offer everything in scope.',
  },
  {
    key: 'ptc',
    type: 'boolean',
    default: true,
    owner: 'sandbox',
    description: 'Programs in place of single tool calls. Off: no agent gets them.',
  },
  {
    key: 'semantic_memory',
    type: 'boolean',
    default: true,
    owner: 'memory',
    description:
      'Insights drawn from conversations and put into prompts. Off: neither; the memory tools still work.',
  },
  {
    key: 'context_injection',
    type: 'boolean',
    default: true,
    owner: 'memory',
    description: 'Context blocks in the prompt. Off: none.',
  },
  {
    key: 'model_router',
    type: 'boolean',
    default: true,
    owner: 'models',
    description: 'Models by the kind of task. Off: every task on the standard tier.',
  },
  {
    key: 'learned_ranking',
    type: 'boolean',
    default: true,
    owner: 'broker',
    description: 'Ranking of tools learned from past turns. Off: by their texts alone.',
  },
] as const satisfies readonly BooleanFlag[];

/** The flags of the platform; packs add their own. */
export const platformFlags = [toolBroker, ...switches] as const;

export type PlatformSwitch = (typeof switches)[number]['key'];
