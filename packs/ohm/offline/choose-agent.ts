import type { AgentChoiceInput } from '#pack-kit';
import { hasPhrase, MAX_READ_CHARACTERS, normalizedWords, phraseList } from '#text';
import { agents, FALLBACK_AGENT } from '../agents/agents.ts';

/** The pack's routing table, in order; the first row with a cue in the message decides. */
const CUES: [agent: string, cues: string[], pattern?: RegExp][] = [
  ['datasheetAnalyzer', phraseList('datasheet, data sheet, spec sheet, ورقة البيانات، ورقة بيانات')],
  [
    'circuitVerifier',
    phraseList(
      'verify, check my circuit, check the circuit, check my wiring, check the wiring, wired right, wired correctly, review the schematic, review my schematic, photo of the board, تحقق من الدائرة، افحص الدائرة، افحص التوصيل، تحقق من التوصيل، تحقق من التوصيلات',
    ),
  ],
  [
    'budgetOptimizer',
    phraseList(
      'budget, cheaper, cut the cost, cut costs, save money, how much will it cost, how much does it cost, cost, costs, cost breakdown, cost sheet, on spending, savings, ميزانية، الميزانية، أرخص، التكلفة، تكلفة، تكلفته، يكلف، سيكلف',
    ),
    /\b(?:under|below|within) (?:\$\d|\d+(?:\.\d+)?\s?(?:dollars|usd|\$))|[أا]قل من [\d٠-٩]+ دولار/iu,
  ],
  [
    'codeGenerator',
    phraseList(
      'code, firmware, sketch, program, flash it, library, libraries, compile, header, display routine, file for, كود، الكود، برنامج، البرنامج، ملفا، ملف، ملفات الكود',
    ),
    /(?:^|[\s"'`(])(?:[\w.-]+\/)*[\w-]+\.(?:cpp|c|h|ino|py|hpp)\b/i,
  ],
  [
    'wiringDiagram',
    phraseList(
      'wire, wiring, rewire, connect, connected, connection table, which pin, what pin, schematic, hook up, توصيل، التوصيل، التوصيلات، أوصل، أوصله، أوصلها، أي منفذ',
    ),
  ],
  [
    'bomGenerator',
    phraseList(
      'bom, part, parts, parts list, component, components, shopping list, bill of materials, what do i need, what do we need, قطع، القطع، قائمة القطع، مكونات، المكونات',
    ),
  ],
  [
    'projectInitializer',
    phraseList(
      'new project, start over, set up the project, set up a project, initialise, initialize, مشروع جديد، ابدأ من جديد',
    ),
  ],
];

const POINTING_BACK = phraseList(
  'the same, and for, again, also, what about, how about, نفس الشيء، أيضا، ماذا عن',
);
/** Beginnings of messages that describe a device, whatever parts they name. */
const TELLS_IDEA =
  /^(?:(?:my|the) (?:plan|idea|goal) is|i (?:want|would like|plan) to (?:build|make|create))\b|^[أا]ريد [أا]ن [أا](?:بني|صنع)/iu;

/** Agents by the name that people write: `bomGenerator`, “the bom generator”. */
const NAMED = agents
  .filter(({ background, name }) => !background && name !== FALLBACK_AGENT)
  .map(
    ({ name }) =>
      [name, new RegExp(String.raw`\b${name.replaceAll(/([A-Z])/g, String.raw`[\s-]?$1`)}\b`, 'i')] as const,
  );

/**
 * The agent that a message names, otherwise by its cue words. A message that only refers back stays with the previous
 * agent.
 */
export function agentFor({ text: written, lastAgent, attachments = [] }: AgentChoiceInput): {
  agent: string;
  reason: string;
} {
  const text = written.slice(0, MAX_READ_CHARACTERS).trim();
  const named = NAMED.find(([, pattern]) => pattern.test(text));
  if (named) return { agent: named[0], reason: 'the message names it' };
  if (attachments.some(isDatasheet))
    return { agent: 'datasheetAnalyzer', reason: 'a data sheet is attached' };
  const found = normalizedWords(text);
  const row = CUES.find(([, cues, pattern]) => hasPhrase(found, cues) || pattern?.test(text));
  if (row && !TELLS_IDEA.test(text)) return { agent: row[0], reason: 'words of the message' };
  if (attachments.some(({ mediaType }) => mediaType?.startsWith('image/')))
    return { agent: 'circuitVerifier', reason: 'a picture is attached' };
  if (lastAgent && hasPhrase(found, POINTING_BACK)) return { agent: lastAgent, reason: 'it points back' };
  return { agent: FALLBACK_AGENT, reason: 'no other fits' };
}

type Attachment = NonNullable<AgentChoiceInput['attachments']>[number];

/** A data sheet by its file name; an unreadable PDF counts as one. */
function isDatasheet({ name, mediaType, excerpt }: Attachment): boolean {
  if (mediaType?.startsWith('image/')) return false;
  return (
    /data[\s_-]?sheet|spec[\s_-]?sheet/i.test(name) ||
    (excerpt === undefined && mediaType === 'application/pdf')
  );
}
