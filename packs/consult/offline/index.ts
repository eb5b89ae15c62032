import { offlineFor } from '#offline-model';
import { consult } from '../index.ts';
import { calculationHints } from './calculation-hints.ts';
import { researchHints } from './research-hints.ts';
import { architectureDiagramRules } from './rules/architecture-diagram.ts';
import { chooseAgentRules } from './rules/choose-agent.ts';
import { customSyllabusRules } from './rules/custom-syllabus.ts';
import { executiveMemoRules } from './rules/executive-memo.ts';
import { extractActionItemsRules } from './rules/extract-action-items.ts';
import { followUpEmailRules } from './rules/follow-up-email.ts';
import { proposalRules } from './rules/proposal.ts';
import { summaryPreviewRules } from './rules/summary-preview.ts';
import { salesHints } from './sales-hints.ts';
import { writingHints } from './writing-hints.ts';

/** The consulting pack for the offline model. */
export const consultOffline = offlineFor(consult, {
  currency: ['$', 'usd', 'dollar', 'dollars', 'دولار'],
  tools: { ...calculationHints, ...salesHints, ...writingHints, ...researchHints },
  rules: {
    'consult.choose_agent': chooseAgentRules,
    'consult.extract_action_items': extractActionItemsRules,
    'consult.summary_preview': summaryPreviewRules,
    'consult.follow_up_email': followUpEmailRules,
    'consult.proposal': proposalRules,
    'consult.architecture_diagram': architectureDiagramRules,
    'consult.custom_syllabus': customSyllabusRules,
    'consult.executive_memo': executiveMemoRules,
  },
});
