import type { OrgTransaction, RecalledTurn, SuccessfulCall } from '#pack-kit';
import {
  addLead,
  findLead,
  learn,
  noteBooking,
  noteCapability,
  noteMonthlyValue,
} from '../schema/leads/lead.repository.ts';
import { keepFigure } from '../schema/leads/session.repository.ts';
import { readProfile } from './lead-profile.ts';
import type { RoiResult } from '../tools/calculate-roi.ts';
import type { CostOfInaction } from '../tools/cost-of-inaction.ts';

const MONTHS_PER_YEAR = 12;
/** Staff set the booking of a call that no booking service reports: "Mark her as booked", "Mark it as not booked". */
const MARKED_BOOKED = /^mark (?:her|him|them|it|the (?:lead|visitor)) as (not |)booked[.]?$/i;
/** The number of pain points that generate_custom_syllabus takes; the latest ones are passed on. */
const MOST_PAIN_POINTS_OF_A_PLAN = 8;

/**
 * Stores the facts that visitors state about themselves and returns the known ones. A message of staff creates no lead.
 */
export async function recallLead(
  tx: OrgTransaction,
  { contactId, conversationId, caller, text, saidAt, now }: RecalledTurn,
): Promise<Record<string, unknown>> {
  if (caller === 'contact') {
    await addLead(tx, { id: contactId, name: null, conversationId }, now);
    const told = readProfile(text);
    if (Object.keys(told).length > 0) await learn(tx, contactId, told, now);
  }
  const [, not] = caller === 'contact' ? [] : (MARKED_BOOKED.exec(text.trim()) ?? []);
  if (not !== undefined) await noteBooking(tx, contactId, { booked: not === '', toldAt: saidAt }, now);
  const lead = await findLead(tx, contactId);
  if (!lead) return {};
  const { painPoints, bookedAt, score, email: _email, ...rest } = lead;
  const known = Object.entries(rest).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(known),
    ...(painPoints.length > 0 && {
      painPoints: painPoints.slice(-MOST_PAIN_POINTS_OF_A_PLAN),
      painPoint: painPoints.at(-1),
    }),
    leadScore: score,
    ...(bookedAt && { bookedAt: bookedAt.toISOString() }),
  };
}

/** Counts the shown capabilities, and stores the figures that memos and proposals may name. */
export async function noteCall(tx: OrgTransaction, call: SuccessfulCall): Promise<void> {
  const { tool, capability, conversationId, contactId, data, now } = call;
  const place = conversationId === undefined ? undefined : { conversationId, contactId };
  const notes: Promise<void>[] = [];
  if (tool === 'calculate_roi') {
    const roi = data as RoiResult;
    if (place) notes.push(keepFigure(tx, place, { roi }, now));
    if (contactId !== undefined)
      notes.push(noteMonthlyValue(tx, contactId, roi.annualSavings / MONTHS_PER_YEAR, now));
  }
  if (tool === 'simulate_cost_of_inaction') {
    const cost = data as CostOfInaction;
    if (place) notes.push(keepFigure(tx, place, { cost }, now));
    if (contactId !== undefined) notes.push(noteMonthlyValue(tx, contactId, cost.monthlyCost, now));
  }
  // Last, because it creates the conversation's row if the previous statements have not.
  if (capability !== undefined)
    notes.push(noteCapability(tx, { contactId, conversationId }, capability, now));
  await Promise.all(notes);
}
