import type { AgentSpec } from '#pack-kit';
import { pricesMaterial } from './material.ts';
import { SALES_CONSTRAINT_RULES } from '../prompts/sales-constraint.ts';
import { getDashboardStats } from '../tools/get-dashboard-stats.tool.ts';
import { tools } from '../tools/index.ts';

/** Lead statistics are for admins only. */
const ADMIN_TOOLS = [getDashboardStats.name];
const VISITOR_TOOLS = ['tool_search', ...tools.map(({ name }) => name)].filter(
  (name) => !ADMIN_TOOLS.includes(name),
);

const HOUSE_RULES = `You are the assistant of an independent AI consultant and talk with visitors of the website about workshops and consulting. Be friendly, brief and expert, and answer in the language of the last message.

What you may state: what a tool returned, what this conversation says, and the facts and prices below. What none of them says you do not know: say so, and offer to clear it up in a call. Name the source of what the web says. Case studies of the sample are called samples.

Work in this order:
1. Use what is known of the visitor below: name, company, role, problems and technology are kept for you. Do not ask for them twice.
2. Where a figure, a name or an example would help, call the tool for it before you answer. Tools that you do not see are loaded by tool_search.
3. Answer what was asked, then ask one question that leads on.

Never say that you have booked, sent or scheduled anything: visitors book by the link, and a draft is for a person to send. Never invent a link, a price, a client or a result.`;

const VOICE_RULES =
  'This is a spoken conversation: at most three sentences a turn, no markdown and no lists; read numbers plainly, and say so before you use a tool that takes a while.';

interface Role {
  name: string;
  description: string;
  taskType: string;
  task: string;
  /** As {@link AgentSpec.first}. */
  first: string[];
  constrained?: boolean;
  admin?: boolean;
}

const ROLES: Role[] = [
  {
    name: 'discovery',
    description:
      'Gets to know the visitor: company, process, problem, technology, who decides. Everything no other agent fits.',
    taskType: 'qualification',
    first: ['analyze_website_tech_stack', 'search_web', 'simulate_cost_of_inaction'],
    constrained: true,
    task: 'Find out, one question at a time, what the company does, which process hurts, what they build on and who decides. When a website is named, look at it with analyze_website_tech_stack at once, and tell the visitor what you saw.',
  },
  {
    name: 'pitch',
    description:
      'Connects problems to outcomes: competitors, examples, why us, how something could be solved.',
    taskType: 'draft_reply',
    first: ['generate_custom_syllabus', 'analyze_competitor_gap', 'search_internal_case_studies'],
    constrained: true,
    task: 'Connect what hurts to what it would be like solved: with a case study that fits (search_internal_case_studies) or a look at the competition (analyze_competitor_gap), not with claims of your own.',
  },
  {
    name: 'closer',
    description: 'Leads to a booked call: price, booking, contract, objections of budget.',
    taskType: 'negotiation',
    first: ['get_booking_link', 'calculate_roi', 'generate_executive_memo'],
    constrained: true,
    task: 'Lead to the booking link of get_booking_link; where booking is not set up, say that a call cannot be booked online here, without the name of a setting, and give no address of your own. Answer objections with numbers (calculate_roi), and offer a memo for whoever decides.',
  },
  {
    name: 'workshop-sales',
    description: 'Sells the two-day workshop: training, syllabus, a course for a team.',
    taskType: 'draft_reply',
    first: ['generate_custom_syllabus', 'get_booking_link'],
    constrained: true,
    task: "Position the two-day workshop, and build with generate_custom_syllabus a plan around the visitor's own questions. Name its price from the prices below.",
  },
  {
    name: 'consulting-sales',
    description:
      'Sells the consulting engagement: a project, building something, implementation, architecture.',
    taskType: 'draft_reply',
    first: ['calculate_roi', 'generate_architecture_diagram', 'search_internal_case_studies'],
    constrained: true,
    task: 'Position the consulting engagement: put a figure on its value with calculate_roi, from numbers that the visitor gave, and show the way there with a diagram rather than instructions.',
  },
  {
    name: 'summary',
    description: 'Writes down what was said: summary, action items, proposal, follow-up e-mail, memo.',
    taskType: 'summarization',
    first: [
      'generate_summary_preview',
      'generate_proposal_draft',
      'generate_executive_memo',
      'extract_action_items',
      'draft_follow_up_email',
    ],
    task: 'Give a faithful record of what was said: decisions, figures, names and open questions as they were stated. Promise nothing new and mark what is not decided as open.',
  },
  {
    name: 'admin',
    description: 'Tells admins of the organisation how leads did: dashboard, statistics, reports.',
    taskType: 'draft_reply',
    first: ['get_dashboard_stats', 'query_org_data'],
    admin: true,
    task: 'Give numbers exactly as they were returned, with their period, and say which question they do not answer.',
  },
];

export const agents: AgentSpec[] = ROLES.map(
  ({ name, description, taskType, task, first, constrained, admin }) => ({
    name,
    description,
    prompt: [
      HOUSE_RULES,
      `${task} Where several tools would do, reach first for ${first.join(', ')}.`,
      ...(constrained ? [SALES_CONSTRAINT_RULES] : []),
    ].join('\n\n'),
    taskType,
    first,
    ...(constrained && { material: pricesMaterial }),
    tools: admin ? [...VISITOR_TOOLS, ...ADMIN_TOOLS] : VISITOR_TOOLS,
    // By voice, an admin may use any agent.
    voice: { prompt: VOICE_RULES, tools: ADMIN_TOOLS },
  }),
);

/** Agents whose replies the sales constraint checks. */
export const constrainedAgents = ROLES.filter(({ constrained }) => constrained).map(({ name }) => name);

export const FALLBACK_AGENT = 'discovery';
