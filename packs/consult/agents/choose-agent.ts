import { defineAgentChoice } from '#pack-kit';
import { agents } from './agents.ts';

export const CHOOSE_AGENT = 'consult.choose_agent';

export const chooseAgent = defineAgentChoice({
  key: CHOOSE_AGENT,
  business: 'an AI consultant',
  agents,
  more: ['The agent admin only where caller is admin.'],
});
