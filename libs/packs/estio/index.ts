import { definePack } from '#tools';
import { agents, FALLBACK_AGENT } from './agents.ts';
import { CHOOSE_AGENT, chooseAgent } from './choose-agent.ts';
import { eraseContact, exportContact } from './contact-holding.repository.ts';
import { addLead, dealExists } from './contact.repository.ts';
import { datasets } from './datasets.ts';
import { EstioActivity, EstioContact, EstioDeal, EstioDealParty, EstioProperty } from './entities/index.ts';
import { qualifyLead } from './face/qualify-lead.prompt.ts';
import { contactResource, dealResource } from './face/resources.ts';
import { scoreLead } from './lead-score.ts';
import { cyprus } from './places.ts';
import { demoOrg } from './seed/demo-org.ts';
import { seedEstio } from './seed/seed.ts';
import { searchProperties } from './tools/search-properties.tool.ts';
import { updateRequirements } from './tools/update-requirements.tool.ts';

/** Sales agent of a Cyprus estate agency: properties, leads, deals. */
export const estio = definePack({
  name: 'estio',
  title: 'Estio Real Estate Agent',
  loading: 'search',
  agents,
  fallbackAgent: FALLBACK_AGENT,
  agentChoice: CHOOSE_AGENT,
  tools: [searchProperties, updateRequirements],
  platformTools: { retrieve_context: { tier: 'always' }, store_insight: { tier: 'always' } },
  excludeUniversal: ['read_file', 'write_file'],
  tasks: [chooseAgent, scoreLead],
  places: { cyprus },
  entities: [EstioProperty, EstioContact, EstioDeal, EstioDealParty, EstioActivity],
  datasets,
  resources: [contactResource, dealResource],
  prompts: [qualifyLead],
  onNewContact: addLead,
  referenceExists: dealExists,
  demo: demoOrg,
  seed: seedEstio,
  export: exportContact,
  erase: eraseContact,
});
