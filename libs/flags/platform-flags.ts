import { platformSettings } from '#identity';
import type { BooleanFlag, VariantFlag } from './flag-definition.ts';

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
    'Selects the tools offered to a turn. off: all tools in scope; for packs that load by search, only the tools that are always offered and tool_search. shadow: the same, and the broker’s choice is measured. enforce: the tools that the broker chooses.',
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
    description: 'Search for tools during a turn. Off: packs that load by search offer all tools in scope.',
  },
  {
    key: 'ptc',
    type: 'boolean',
    default: true,
    owner: 'sandbox',
    description: 'Programs instead of single tool calls. Off: no agent can use programs.',
  },
  {
    key: 'semantic_memory',
    type: 'boolean',
    default: true,
    owner: 'memory',
    description:
      'Extraction of insights from conversations and their use in prompts. Off: neither; the memory tools still work.',
  },
  {
    key: 'context_injection',
    type: 'boolean',
    default: true,
    owner: 'memory',
    description: 'Context blocks in the prompt. Off: no blocks.',
  },
  {
    key: 'model_router',
    type: 'boolean',
    default: true,
    owner: 'models',
    description: 'Choice of the model by the type of task. Off: every task uses the standard tier.',
  },
  {
    key: 'learned_ranking',
    type: 'boolean',
    default: true,
    owner: 'broker',
    description: 'Ranking of tools learned from past turns. Off: ranking by their texts only.',
  },
] as const satisfies readonly BooleanFlag[];

/** The flags of the platform; packs add their own. */
export const platformFlags = [toolBroker, ...switches] as const;

export type PlatformSwitch = (typeof switches)[number]['key'];
