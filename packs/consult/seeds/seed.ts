import { insertMissing, type OrgTransaction, type SeedContext } from '#pack-kit';
import { addCaseStudies } from '../schema/case-studies/case-study.repository.ts';
import { settings } from '../settings.ts';
import { calculateRoi } from '../tools/calculate-roi.tool.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { demoCaseStudies } from './demo-case-studies.ts';
import { conversationOf, demoConversations } from './demo-conversations.ts';
import { demoLeads } from './demo-leads.ts';
import { demoOrg } from './demo-org.ts';

/** Creates the missing demo rows. A second run changes nothing, and keeps later changes by people. */
export async function seedConsult(tx: OrgTransaction, context: SeedContext): Promise<void> {
  await addCaseStudies(tx, demoCaseStudies, { isSample: true });
  const leads = demoLeads(context.anchor).map((lead) => ({
    ...lead,
    conversationId: conversationOf[lead.id] ?? null,
  }));
  await insertMissing(tx, 'consult_leads', leads);
  await seedConversations(tx, context);
}

/** The prepared conversations, with their results. */
async function seedConversations(tx: OrgTransaction, context: SeedContext): Promise<void> {
  const { slug, timezone } = demoOrg;
  const defaults = Object.fromEntries(settings.map((setting) => [setting.name, setting.default]));
  const org = { tx, slug, timezone, settings: { ...defaults, ...demoOrg.settings } };
  const missing = (ids: string[]) => context.missingConversations(tx, ids);
  for (const { capabilities, ...conversation } of await demoConversations(context.anchor, org, missing)) {
    await context.addConversation(tx, conversation);
    const calls = conversation.turns.flatMap((turn) => turn.calls ?? []);
    const resultOf = (tool: { name: string }) =>
      calls.find((call) => call.tool === tool.name)?.result ?? null;
    await insertMissing(tx, 'consult_sessions', [
      {
        conversationId: conversation.id,
        contactId: conversation.contactId,
        capabilitiesShown: capabilities,
        lastRoi: resultOf(calculateRoi),
        lastCostOfInaction: resultOf(simulateCostOfInaction),
        updatedAt: conversation.turns.at(-1)?.at,
      },
    ]);
  }
}
