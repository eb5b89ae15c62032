import { defineAgentChoice } from '#pack-kit';
import { agents, FALLBACK_AGENT } from './agents.ts';

export const CHOOSE_AGENT = 'estio.choose_agent';

export const chooseAgent = defineAgentChoice({
  key: CHOOSE_AGENT,
  business: 'an estate agency',
  agents,
  unlisted: FALLBACK_AGENT,
});
