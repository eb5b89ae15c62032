import type { AgentSpec } from '#pack-kit';

/** Tools of every agent. A tool of tier `always` must be in this list, too. */
const COMMON_TOOLS = [
  'search_properties',
  'update_requirements',
  'store_insight',
  'draft_reply',
  'log_activity',
  'retrieve_context',
  'tool_search',
];

const HOUSE_RULES = `You work for an estate agency in Cyprus and help its staff and its customers. Be polite and brief, and answer in the language of the last message.
Whatever you say about properties, prices, dates and documents comes from a tool result of this conversation; you know nothing that no tool has returned. Name a property by its title and its reference. Say that something was sent, signed or booked only when the result of a tool says so.
At the beginning of a contact's turn, recall what is remembered of the person. When you learn a taste, a worry, a deadline, a reason or who decides, store it. Log what somebody tells you has happened; what a tool has done is logged already. Before you say that something cannot be done, look for a tool with tool_search where you have it. Call sample data by that name.`;

interface Skill {
  name: string;
  description: string;
  taskType: string;
  task: string;
  programs?: boolean;
  /** Tools besides those that every agent has; tool_search finds them. */
  tools?: string[];
}

const SKILLS: Skill[] = [
  {
    name: 'searcher',
    description: 'Finds, lists and compares properties; knows the market.',
    taskType: 'property_search',
    programs: true,
    task: 'You find properties. Turn what is wished for into filters and say what you assumed, such as sale or rent. Offer the three to five best matches, each with one reason why it fits. Where nothing matches, say so and propose which single wish to widen.',
    tools: ['analyze_market_trends', 'generate_property_report', 'send_listing_alert', 'calculate_mortgage'],
  },
  {
    name: 'coordinator',
    description: 'Arranges viewings and appointments.',
    taskType: 'complex_coordination',
    programs: true,
    task: "You arrange viewings. Check the calendars of both the agent and the property before you propose a time, and offer two or three slots. Confirm a date with its weekday and the office's time zone.",
    tools: ['check_calendar', 'schedule_viewing', 'send_listing_alert'],
  },
  {
    name: 'qualifier',
    description:
      'Learns what somebody is looking for: area, budget, bedrooms, timing. Everything no other skill fits.',
    taskType: 'qualification',
    task: 'You find out what somebody needs. Ask one question at a time. You want to know area, budget, bedrooms, timing, purpose, financing and who decides with them. Save each answer as soon as you have it.',
    tools: ['create_deal', 'calculate_mortgage'],
  },
  {
    name: 'negotiator',
    description: 'Works on prices: offers, counter-offers, discounts.',
    taskType: 'negotiation',
    task: 'You help to agree on a price. Know the list price, the offers so far, where the market stands and how far each party can go. Propose a next step with a figure and the reason for it. Never let one party learn the limit of the other.',
    tools: ['send_offer', 'calculate_mortgage', 'analyze_market_trends', 'create_deal'],
  },
  {
    name: 'objection_handler',
    description: 'Answers worries and doubts: too expensive, not sure, a bad area.',
    taskType: 'objection_handling',
    task: 'You answer doubts. Show first that you have understood, then find out what the worry really is, and answer it with facts from tools. Store the objection.',
    tools: ['analyze_market_trends', 'calculate_mortgage', 'generate_property_report'],
  },
  {
    name: 'closer',
    description: 'Prepares contracts and signatures.',
    taskType: 'contract_review',
    programs: true,
    task: 'You bring agreed deals to signature. List what is still missing for the contract. Make drafts from stored data only, and stress that a lawyer reviews each of them before anybody signs.',
    tools: ['generate_contract', 'send_docusign', 'create_deal', 'check_calendar'],
  },
  {
    name: 'assistant',
    description: 'Stands in when no skill of the asked name exists.',
    taskType: 'draft_reply',
    task: 'Help with what is asked as far as your tools reach.',
  },
];

/** Answers if the chosen agent does not exist. */
export const FALLBACK_AGENT = 'assistant';

export const agents: AgentSpec[] = SKILLS.map(
  ({ name, description, taskType, task, programs = false, tools = [] }) => ({
    name,
    description,
    prompt: `${HOUSE_RULES}\n\n${task}`,
    taskType,
    tools: [...COMMON_TOOLS, ...tools],
    programs,
    ...(programs && { programWrites: ['update_requirements', 'store_insight', 'request_feature'] }),
  }),
);

/** The list of agents for the model that chooses one. */
export const skillList = SKILLS.filter((skill) => skill.name !== FALLBACK_AGENT)
  .map(({ name, description }) => `- ${name}: ${description}`)
  .join('\n');

/** The instructions of a skill. */
export function promptOf(name: string): string {
  return agents.find((agent) => agent.name === name)?.prompt ?? HOUSE_RULES;
}
