import { ToolError, type ResourceContext, type PromptSpec, userText } from '#pack-kit';
import { agents } from '../agents/agents.ts';
import { findLead, leadIds, type LeadProfile } from '../schema/leads/lead.repository.ts';

const MAX_SUGGESTED = 50;

/** A consultant's questions before a call, in order. */
const FACTS: [keyof LeadProfile, string][] = [
  ['company', 'company'],
  ['role', 'role'],
  ['industry', 'industry'],
  ['painPoints', 'what hurts'],
  ['currentState', 'how far they are with AI'],
  ['techStack', 'technology'],
  ['teamRoles', 'who would attend'],
  ['website', 'website'],
];

export const prepareCall: PromptSpec = {
  name: 'prepare_call',
  title: 'Prepare a call',
  description: 'What is known of a lead, what is missing, and how to open and lead the call.',
  arguments: [
    { name: 'contactId', description: 'The lead', required: true, complete: suggestLeads },
    { name: 'language', description: 'Of the call, such as en or ar', required: false },
  ],
  messages: async ({ contactId = '', language }, context) => {
    if (context.caller.kind === 'contact')
      throw new ToolError('FORBIDDEN', 'What is known of a lead is for members of the organisation.');
    const lead = await context.read((tx) => findLead(tx, contactId));
    if (!lead) throw new ToolError('NOT_FOUND', `There is no lead ${contactId}.`);
    const { prompt = '' } = agents.find(({ name }) => name === 'discovery') ?? {};
    return [userText(prompt), userText(request(contactId, lead, language))];
  },
};

function request(contactId: string, lead: LeadProfile, language: string | undefined): string {
  const known = FACTS.map(([field, words]) => [words, inWords(lead[field])] as const);
  const lines = known.filter(([, value]) => value !== '').map(([words, value]) => `- ${words}: ${value}`);
  const missing = known.filter(([, value]) => value === '').map(([words]) => words);
  const spoken = language ? ` The call is held in the language ${language}.` : '';
  return `Prepare the call with ${lead.name ?? 'the visitor'} (${contactId}).
Known:
${[`- lead score ${lead.score} of 100, ${lead.bookedAt ? 'has booked a call' : 'no call booked'}`, ...lines].join('\n')}
Missing: ${missing.join(', ') || 'nothing'}.
Write a brief of at most 150 words: the problem to open with, up to three questions that close the gaps, and the figure or case study to have ready (calculate_roi, simulate_cost_of_inaction, search_internal_case_studies). Invent nothing that no tool and no line above says.${spoken}`;
}

function inWords(value: LeadProfile[keyof LeadProfile]): string {
  return Array.isArray(value) ? value.join('; ') : String(value ?? '');
}

/** Only to staff: an id or a name tells of a person. */
async function suggestLeads(typed: string, context: ResourceContext): Promise<string[]> {
  return context.caller.kind === 'contact' ? [] : context.read((tx) => leadIds(tx, typed, MAX_SUGGESTED));
}
