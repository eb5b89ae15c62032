import type { Tool } from '#pack-kit';
import { analyzeCompetitorGap } from './analyze-competitor-gap.tool.ts';
import { analyzeWebsiteTechStack } from './analyze-website-tech-stack.tool.ts';
import { calculateRoi } from './calculate-roi.tool.ts';
import { captureScreenSnapshot } from './capture-screen-snapshot.tool.ts';
import { captureWebcamSnapshot } from './capture-webcam-snapshot.tool.ts';
import { draftFollowUpEmail } from './draft-follow-up-email.tool.ts';
import { extractActionItems } from './extract-action-items.tool.ts';
import { generateArchitectureDiagram } from './generate-architecture-diagram.tool.ts';
import { generateCustomSyllabus } from './generate-custom-syllabus.tool.ts';
import { generateExecutiveMemo } from './generate-executive-memo.tool.ts';
import { generateProposalDraft } from './generate-proposal-draft.tool.ts';
import { generateSummaryPreview } from './generate-summary-preview.tool.ts';
import { getBookingLink } from './get-booking-link.tool.ts';
import { getDashboardStats } from './get-dashboard-stats.tool.ts';
import { getLocation } from './get-location.tool.ts';
import { getStockPrice } from './get-stock-price.tool.ts';
import { getWeather } from './get-weather.tool.ts';
import { searchCompaniesByLocation } from './search-companies-by-location.tool.ts';
import { searchInternalCaseStudies } from './search-internal-case-studies.tool.ts';
import { searchWeb } from './search-web.tool.ts';
import { simulateCostOfInaction } from './simulate-cost-of-inaction.tool.ts';

/** The tools of the pack: research, sales, documents, vision. */
export const tools: Tool[] = [
  searchWeb,
  getWeather,
  searchCompaniesByLocation,
  getStockPrice,
  getLocation,
  getBookingLink,
  extractActionItems,
  calculateRoi,
  generateSummaryPreview,
  draftFollowUpEmail,
  generateProposalDraft,
  captureScreenSnapshot,
  captureWebcamSnapshot,
  getDashboardStats,
  analyzeWebsiteTechStack,
  generateArchitectureDiagram,
  searchInternalCaseStudies,
  generateCustomSyllabus,
  analyzeCompetitorGap,
  simulateCostOfInaction,
  generateExecutiveMemo,
];
