import { defineImport, definePack } from '#pack-kit';
import { agents, FALLBACK_AGENT } from './agents/agents.ts';
import { bookingWebhook } from './integrations/booking.webhook.ts';
import { caseStudy } from './schema/case-studies/case-study.ts';
import { replaceCaseStudies } from './schema/case-studies/case-study.repository.ts';
import { CHOOSE_AGENT, chooseAgent } from './agents/choose-agent.ts';
import { eraseContact, exportContact } from './schema/contact-data.repository.ts';
import { datasets } from './schema/datasets.ts';
import { ConsultCaseStudy, ConsultDocument, ConsultLead, ConsultSession } from './schema/entities/index.ts';
import { prepareCall } from './prompts/prepare-call.prompt.ts';
import { noteCall, recallLead } from './agents/lead-memory.ts';
import { demoOrg } from './seeds/demo-org.ts';
import { salesConstraint } from './policies/sales-constraint.ts';
import { unsupportedClaims } from './policies/unsupported-claims.ts';
import { seedConsult } from './seeds/seed.ts';
import { tools } from './tools/index.ts';
import { settings } from './settings.ts';
import { architectureDiagramTask } from './prompts/tasks/architecture-diagram.task.ts';
import { customSyllabusTask } from './prompts/tasks/custom-syllabus.task.ts';
import { executiveMemoTask } from './prompts/tasks/executive-memo.task.ts';
import { extractActionItemsTask } from './prompts/tasks/extract-action-items.task.ts';
import { followUpEmailTask } from './prompts/tasks/follow-up-email.task.ts';
import { proposalTask } from './prompts/tasks/proposal.task.ts';
import { summaryPreviewTask } from './prompts/tasks/summary-preview.task.ts';

/** Sales assistant of an AI consultant, in chat and by voice. */
export const consult = definePack({
  name: 'consult',
  title: 'Consulting Sales Assistant',
  loading: 'broker',
  agents,
  languages: ['en', 'ar'],
  fallbackAgent: FALLBACK_AGENT,
  agentChoice: CHOOSE_AGENT,
  tools,
  excludeUniversal: ['read_file', 'write_file'],
  tasks: [
    chooseAgent,
    extractActionItemsTask,
    summaryPreviewTask,
    followUpEmailTask,
    proposalTask,
    architectureDiagramTask,
    customSyllabusTask,
    executiveMemoTask,
  ],
  webhooks: [bookingWebhook],
  policies: [salesConstraint, unsupportedClaims],
  entities: [ConsultLead, ConsultSession, ConsultCaseStudy, ConsultDocument],
  datasets,
  imports: [
    defineImport({
      name: 'consult_case_studies',
      description: 'past projects of the consultant, in place of the samples',
      row: caseStudy,
      keyOf: ({ id }) => id,
      replace: replaceCaseStudies,
    }),
  ],
  settings,
  prompts: [prepareCall],
  recall: recallLead,
  onToolSuccess: noteCall,
  demo: demoOrg,
  seed: seedConsult,
  export: exportContact,
  erase: eraseContact,
});
