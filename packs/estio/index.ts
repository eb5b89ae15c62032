import { definePack } from '#pack-kit';
import { agents, FALLBACK_AGENT } from './agents/agents.ts';
import { CHOOSE_AGENT, chooseAgent } from './agents/choose-agent.ts';
import { eraseContact, exportContact } from './schema/contact-data.repository.ts';
import { addLead, dealExists } from './schema/contact.repository.ts';
import { datasets } from './schema/datasets.ts';
import { draftReplyTask } from './prompts/draft-reply.task.ts';
import { entities } from './schema/entities/index.ts';
import { esignWebhook } from './integrations/esign.webhook.ts';
import { qualifyLead } from './prompts/qualify-lead.prompt.ts';
import { contactResource, dealResource } from './prompts/resources.ts';
import { scoreLead } from './prompts/lead-score.task.ts';
import { policies } from './policies/index.ts';
import { demoOrg } from './seeds/demo-org.ts';
import { seedEstio } from './seeds/seed.ts';
import { settings } from './settings.ts';
import { analyzeMarketTrends } from './tools/analyze-market-trends.tool.ts';
import { calculateMortgage } from './tools/calculate-mortgage.tool.ts';
import { checkCalendar } from './tools/check-calendar.tool.ts';
import { createDeal } from './tools/create-deal.tool.ts';
import { draftReply } from './tools/draft-reply.tool.ts';
import { generateContract } from './tools/generate-contract.tool.ts';
import { generatePropertyReport } from './tools/generate-property-report.tool.ts';
import { logActivityTool } from './tools/log-activity.tool.ts';
import { scheduleViewing } from './tools/schedule-viewing.tool.ts';
import { searchProperties } from './tools/search-properties.tool.ts';
import { sendDocusign } from './tools/send-docusign.tool.ts';
import { sendListingAlert } from './tools/send-listing-alert.tool.ts';
import { sendOffer } from './tools/send-offer.tool.ts';
import { updateRequirements } from './tools/update-requirements.tool.ts';

/** Sales agent of a Cyprus estate agency: properties, leads, viewings, offers, contracts. */
export const estio = definePack({
  name: 'estio',
  title: 'Estio Real Estate Agent',
  loading: 'search',
  agents,
  languages: ['en', 'ar'],
  fallbackAgent: FALLBACK_AGENT,
  agentChoice: CHOOSE_AGENT,
  tools: [
    searchProperties,
    updateRequirements,
    draftReply,
    logActivityTool,
    checkCalendar,
    scheduleViewing,
    sendOffer,
    calculateMortgage,
    analyzeMarketTrends,
    generatePropertyReport,
    sendListingAlert,
    createDeal,
    generateContract,
    sendDocusign,
  ],
  platformTools: { retrieve_context: { tier: 'always' }, store_insight: { tier: 'always' } },
  excludeUniversal: ['read_file', 'write_file'],
  tasks: [chooseAgent, scoreLead, draftReplyTask],
  entities,
  datasets,
  settings,
  policies,
  webhooks: [esignWebhook],
  resources: [contactResource, dealResource],
  prompts: [qualifyLead],
  onNewContact: addLead,
  referenceExists: dealExists,
  demo: demoOrg,
  seed: seedEstio,
  export: exportContact,
  erase: eraseContact,
});
