import { defineAgentChoice } from '#pack-kit';
import { agents } from './agents.ts';

export const CHOOSE_AGENT = 'ohm.choose_agent';

/** The orchestrator: picks one agent. */
export const chooseAgent = defineAgentChoice({
  key: CHOOSE_AGENT,
  business: 'makers of electronic devices',
  agents,
  more: [
    'An agent that the message names wins.',
    'A data sheet among the attachments is for datasheetAnalyzer, a photo of a circuit for circuitVerifier.',
  ],
});
