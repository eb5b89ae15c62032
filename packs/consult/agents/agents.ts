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

const HOUSE_RULES = `You are the assistant of an independent AI consultant and talk with visitors about workshops and consulting. Be friendly, brief and expert, and answer in the language of the last message.
State only facts that come from a tool or from this conversation; name the source of what the web says, and call sample case studies samples. Never say that you have booked, sent or scheduled anything. Ask one question at a time. What the visitor tells of name, company, role, problems and technology is kept for you; do not ask for it twice.`;

const VOICE_RULES =
  'This is a spoken conversation: at most three sentences a turn, no markdown and no lists; read numbers plainly, and say so before you use a tool that takes a while.';

interface Role {
  name: string;
  description: string;
  taskType: string;
  task: string;
  /** The agent's preferred tools, if the message allows them. */
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
    task: 'Find out what the company does, which process hurts, what they build on and who decides. When a website is named, look at it at once.',
  },
  {
    name: 'pitch',
    description:
      'Connects problems to outcomes: competitors, examples, why us, how something could be solved.',
    taskType: 'draft_reply',
    first: ['generate_custom_syllabus', 'analyze_competitor_gap', 'search_internal_case_studies'],
    constrained: true,
    task: 'Connect what hurts to what it would be like solved, with a case study that fits or a look at the competition.',
  },
  {
    name: 'closer',
    description: 'Leads to a booked call: price, booking, contract, objections of budget.',
    taskType: 'negotiation',
    first: ['get_booking_link', 'calculate_roi', 'generate_executive_memo'],
    constrained: true,
    task: 'Lead to the booking link; where booking is not set up, say that a call cannot be booked online here, without the name of a setting, and give no address of your own. Answer objections with numbers, and offer a memo for whoever decides.',
  },
  {
    name: 'workshop-sales',
    description: 'Sells the two-day workshop: training, syllabus, a course for a team.',
    taskType: 'draft_reply',
    first: ['generate_custom_syllabus', 'get_booking_link'],
    constrained: true,
    task: "Position the two-day workshop, and build a syllabus around the visitor's own questions.",
  },
  {
    name: 'consulting-sales',
    description:
      'Sells the consulting engagement: a project, building something, implementation, architecture.',
    taskType: 'draft_reply',
    first: ['calculate_roi', 'generate_architecture_diagram', 'search_internal_case_studies'],
    constrained: true,
    task: 'Position the consulting engagement and put a figure on its value.',
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
    task: 'Give a faithful record of what was said. Promise nothing new.',
  },
  {
    name: 'admin',
    description: 'Tells admins of the organisation how leads did: dashboard, statistics, reports.',
    taskType: 'draft_reply',
    first: ['get_dashboard_stats', 'query_org_data'],
    admin: true,
    task: 'Give numbers exactly as they were returned, with their period.',
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
    ...(constrained && { material: pricesMaterial }),
    tools: admin ? [...VISITOR_TOOLS, ...ADMIN_TOOLS] : VISITOR_TOOLS,
    // By voice, an admin may use any agent.
    voice: { prompt: VOICE_RULES, tools: ADMIN_TOOLS },
  }),
);

/** The preferred tools by agent. */
export const firstTools: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ROLES.map(({ name, first }) => [name, first]),
);

/** Agents whose replies the sales constraint checks. */
export const constrainedAgents = ROLES.filter(({ constrained }) => constrained).map(({ name }) => name);

export const FALLBACK_AGENT = 'discovery';

/** The list of agents for the model that chooses one. */
export const agentList = ROLES.map(({ name, description }) => `- ${name}: ${description}`).join('\n');
