import { offlineFor } from '#offline-model';
import { CHOOSE_AGENT } from '../agents/choose-agent.ts';
import { estio } from '../index.ts';
import { cyprus } from '../places.ts';
import { DRAFT_REPLY } from '../prompts/draft-reply.task.ts';
import { SCORE_LEAD } from '../prompts/lead-score.task.ts';
import { leadScore, type LeadFacts } from '../schema/lead-score.ts';
import { analyzeMarketTrendsHints } from './analyze-market-trends.ts';
import { calculateMortgageHints } from './calculate-mortgage.ts';
import { checkCalendarHints } from './check-calendar.ts';
import { chooseAgentByCues } from './choose-agent.ts';
import { createDealHints } from './create-deal.ts';
import { draftReplyHints } from './draft-reply.ts';
import { draftByRules } from './draft-text.ts';
import { generateContractHints } from './generate-contract.ts';
import { generatePropertyReportHints } from './generate-property-report.ts';
import { logActivityHints } from './log-activity.ts';
import { nearTheSea } from './near-the-sea.ts';
import { scheduleViewingHints } from './schedule-viewing.ts';
import { searchPropertiesHints } from './search-properties.ts';
import { sendDocusignHints } from './send-docusign.ts';
import { sendListingAlertHints } from './send-listing-alert.ts';
import { sendOfferHints } from './send-offer.ts';
import { updateRequirementsHints } from './update-requirements.ts';

/** The part of the pack `estio` that only the offline model uses. */
export const estioOffline = offlineFor(estio, {
  currency: ['€', 'eur', 'euro', 'euros', 'يورو'],
  tools: {
    search_properties: searchPropertiesHints,
    update_requirements: updateRequirementsHints,
    draft_reply: draftReplyHints,
    log_activity: logActivityHints,
    check_calendar: checkCalendarHints,
    schedule_viewing: scheduleViewingHints,
    send_offer: sendOfferHints,
    calculate_mortgage: calculateMortgageHints,
    analyze_market_trends: analyzeMarketTrendsHints,
    generate_property_report: generatePropertyReportHints,
    send_listing_alert: sendListingAlertHints,
    create_deal: createDealHints,
    generate_contract: generateContractHints,
    send_docusign: sendDocusignHints,
  },
  places: { cyprus },
  programTemplates: [nearTheSea],
  rules: {
    [CHOOSE_AGENT]: chooseAgentByCues,
    [SCORE_LEAD]: (facts: LeadFacts) => ({ score: leadScore(facts) }),
    [DRAFT_REPLY]: draftByRules,
  },
});
