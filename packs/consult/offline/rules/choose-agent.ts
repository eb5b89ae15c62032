import type { AgentChoiceInput } from '#pack-kit';
import { hasPhrase, normalizedWords, phraseList } from '#text';
import { FALLBACK_AGENT } from '../../agents/agents.ts';

/** Rows in order; the first one that matches decides. */
const CUES: [agent: string, phrases: string[]][] = [
  [
    'pitch',
    phraseList(
      `give me the prompt, give me a prompt, write me a prompt, write a prompt, the exact prompt, show me the code, write the code, write me the code, give me the code,
       اكتب لي الكود، أعطني الكود، اكتب لي برومبت`,
    ),
  ],
  [
    'summary',
    phraseList(
      `summarise, summarize, summary, sum this up, sum up, recap, action item, to-dos, to do list, what did we agree, who has to do what,
       next step, next steps, follow-up, follow up email, casual mail, formal mail, note to the consultant, proposal, offer for us, an offer, written offer, scope we discussed,
       memo, no budget, my boss, the boss, my cfo, our cto, our ceo,
       لخص، ملخص، ملخصا، المهام المتفق عليها، الخطوات التالية، متابعة، بريد، مسودة عرض، عرضا مكتوبا، عرض مكتوب، نطاق العمل، مذكرة، مديري المالي`,
    ),
  ],
  [
    'closer',
    phraseList(
      `book, call, price, prices, pricing, contract, budget, too expensive, expensive, too much, discount, how much, where do i pay, want to start, go ahead,
       speak with the consultant, reserve, you free, you available, availability, your calendar, free slot, احجز، أحجز، حجز، مكالمة، سعر، عقد، ميزانية، غالي، مكلف، خصم، متاحون، متاح، متفرغ، متفرغون، مواعيدكم`,
    ),
  ],
  [
    'workshop-sales',
    phraseList('workshop, training, syllabus, course, teach my team, ورشة، تدريب، منهج، دورة'),
  ],
  [
    'consulting-sales',
    phraseList(
      'project, build for us, build it for us, implementation, implement for us, architecture, diagram, مشروع، تنفيذ، بناء، مخطط',
    ),
  ],
  [
    'pitch',
    phraseList(
      `competitor, competition, ahead of us, why you, why should we choose, why should i choose, what makes you, sets you apart, example, examples, proof, have you done, similar customer, case study, case studies, success story, success stories,
       how do i, how can we, how do we, how to, fix, المنافسون، المنافسين، أمثلة، مثال، مثالا، دراسة حالة، دراسات حالة، دراسات الحالة، قصص نجاح، لماذا أنتم، لماذا نختاركم، يميزكم، كيف أصلح، كيف نمنع، كيف نحل، كيف أبني، كيف نبني، كيف أعمل، كيف نعمل، كيف أنشئ، كيف ننشئ، كيف أطور، كيف نطور`,
    ),
  ],
];

const ADMIN_CUES = phraseList(
  `dashboard, statistic, statistics, report of leads, leads report, leads, how did leads, conversion, capabilities get shown,
   لوحة، إحصاءات، معدل التحويل، العملاء المحتملين`,
);

/** Words that refer to something done before. */
const POINTING_BACK = phraseList(
  'the same, and for, again, also, what about, how about, نفس الشيء، أيضا، ماذا عن',
);

/**
 * The agent for a message, by its cue words. A message that only refers back stays with the agent of the previous turn.
 */
function agentFor({ text, lastAgent, caller }: AgentChoiceInput): string {
  const found = normalizedWords(text);
  if (caller === 'admin' && hasPhrase(found, ADMIN_CUES)) return 'admin';
  const [agent] = CUES.find(([, phrases]) => hasPhrase(found, phrases)) ?? [];
  if (agent) return agent;
  const stays = lastAgent && (lastAgent !== 'admin' || caller === 'admin');
  return stays && hasPhrase(found, POINTING_BACK) ? lastAgent : FALLBACK_AGENT;
}

export const chooseAgentRules = (message: AgentChoiceInput) => ({ agent: agentFor(message) });
