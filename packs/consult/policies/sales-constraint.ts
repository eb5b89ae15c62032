import { anySpelling, hasPhrase, normalizedWords, phraseList } from '#text';
import { type PolicySituation, type ReplyPolicy } from '#pack-kit';
import { constrainedAgents } from '../agents/agents.ts';

const OFFERS_TALK = {
  en: 'Would you like to talk about it with the consultant?',
  ar: 'هل تود أن تتحدث عن ذلك مع المستشار؟',
};

/** The visitor asks for the solution itself. */
const TRIGGERS = phraseList(
  `how do i, how do we, how can i, how can we, how could i, how could we, how should i, how should we, how would i, how would we, how would you, do it ourselves, do it myself, build it ourselves, build it myself, build this myself, just use chatgpt, how to, steps, step by step, show me the code, write the code, write me the code,
   give me the code, give me the prompt, give me a prompt, write me a prompt, write a prompt, the exact prompt, teach me,
   كيف أصلح، كيف نصلح، كيف أنفذ، كيف ننفذ، كيف نمنع، كيف نحل، كيف أحل، كيف أبني، كيف نبني، كيف أنشئ، كيف ننشئ، كيف أطور، كيف نطور، اكتب لي الكود، أعطني الكود، خطوات`,
);
/** The visitor asks how the technology works. */
const TECHNICAL = phraseList(
  `explain the technology, technology behind, under the hood, technically speaking, which technique is behind it, technique behind, how does it work technically,
   كيف يعمل تقنيا، التقنية المستخدمة، ما التقنية`,
);
const BUYING = phraseList(
  `send me the contract, send the contract, we want to start, ready to go ahead, let's go ahead, where do i pay, where do we pay, we will take it,
   أرسل العقد، أرسل لي العقد، نريد أن نبدأ، أين أدفع، جاهزون للبدء`,
);
const BUYING_SCORE = 80;

/**
 * A diagram is no code. Without its closing fence, that fence would open another block. A fence with a language name
 * closes nothing: it opens a code block.
 */
const DIAGRAM = /(```|~~~)[ \t]*mermaid\b[\s\S]*?(?:\1[ \t]*$|(?=\1)|(?![\s\S]))/gimu;
const CODE_FENCE = /(?:```|~~~)[^\n]{0,200}\n/u;
const READY_PROMPT = /\b(?:system )?prompt\b[^.\n]{0,40}:\s*\n?\s*["“«'`>]/iu;
const STEP = anySpelling(/^\s*(?:step\s+\d|الخطوة)/iu);
const LIST_ITEM = anySpelling(
  /^[ \t]*(?:\d{1,2}[.)]|[-*•]|step\s+\d+\s*[:.)-]|الخطوة\s+\S+\s*[:.)-])\s+(.+)$/gimu,
);
const MOST_STEPS = 2;
/** First words of instructions. */
const IMPERATIVES = new Set(
  `add adjust apply ask attach build call change check choose clean clone collect configure connect copy create define delete deploy
   download embed enable evaluate extract feed fetch filter fine-tune finetune generate get import include index ingest insert install
   integrate limit load log lower make map measure merge monitor open optimize pass paste pick prepare process provide pull push put
   read reduce remove replace restart restrict retrieve review run save search select send set setup split start store switch test
   track train tune turn update upload use validate verify write wrap
   أضف استخدم أنشئ اكتب ثبت شغل اضبط حدد اختر قسم ادمج أرسل افتح احفظ درب قس راجع حمل انسخ اربط اختبر`
    .split(/\s+/)
    .flatMap((verb) => normalizedWords(verb)),
);

const isTechnical = ({ text }: PolicySituation) => hasPhrase(normalizedWords(text), TECHNICAL);

function mayBeTold({ known, recent, text }: PolicySituation): boolean {
  if (known['bookedAt']) return true;
  if (typeof known['leadScore'] === 'number' && known['leadScore'] >= BUYING_SCORE) return true;
  const theirs = [...recent.filter(({ role }) => role === 'user').map((message) => message.text), text];
  return theirs.some((said) => hasPhrase(normalizedWords(said), BUYING));
}

/** List items that instruct the visitor. */
function instructionsIn(reply: string): number {
  return [...reply.matchAll(LIST_ITEM)].filter(([line, item = '']) => {
    if (STEP.test(line)) return true;
    const [first = ''] = normalizedWords(item.replace(/^\**(?:then|next|first|finally)[,:]?\s+/iu, ''));
    return IMPERATIVES.has(first);
  }).length;
}

interface SyllabusSeen {
  coverage?: { painPoint: string; moduleNumber: number }[];
  modules?: { number: number; outcomes: string[] }[];
}

/** An outcome, the module or the booking, but not the method. */
export function safeReply({ calls, language }: Pick<PolicySituation, 'calls' | 'language'>): string {
  const plan = calls.findLast(({ tool, success }) => tool === 'generate_custom_syllabus' && success);
  const { coverage = [], modules = [] } = (plan?.data ?? {}) as SyllabusSeen;
  const [covered] = coverage;
  const number = covered?.moduleNumber ?? 2;
  const outcome = modules.find((module) => module.number === number)?.outcomes[0];
  if (language === 'ar')
    return [
      outcome
        ? `ما ستصلون إليه: ${outcome}.`
        : 'ما ستصلون إليه: يعرف فريقكم سبب المشكلة ويستطيع الحكم على تحسنها بنفسه.',
      `الوحدة ${number} من ورشة العمل تغطي${covered ? `: ${covered.painPoint}` : ' ذلك'}.`,
      OFFERS_TALK.ar,
    ].join(' ');
  return [
    outcome
      ? `What you get to: ${outcome}.`
      : 'What you get to: your team knows why this happens and can tell for itself whether it gets better.',
    `Module ${number} of the workshop covers ${covered ? covered.painPoint : 'exactly that'}.`,
    OFFERS_TALK.en,
  ].join(' ');
}

/** Solutions are sold, so replies tell visitors the outcome and the module, not the method. */
export const salesConstraint: ReplyPolicy = {
  name: 'salesConstraint',
  agents: constrainedAgents,
  standing: (situation) => {
    const technical = isTechnical(situation);
    if (technical && mayBeTold(situation)) return 'exception';
    return technical || hasPhrase(normalizedWords(situation.text), TRIGGERS) ? 'applied' : 'not_triggered';
  },
  problem: (reply) => {
    if (CODE_FENCE.test(reply.replaceAll(DIAGRAM, ''))) return 'it contains code';
    if (READY_PROMPT.test(reply)) return 'it contains a ready-made prompt';
    const instructions = instructionsIn(reply);
    return instructions > MOST_STEPS ? `it contains ${instructions} steps to follow` : undefined;
  },
  rewrite:
    'Name the module of the workshop that covers the question, describe the outcome and not the method, give no code, no prompt and no steps, and offer to talk about it with the consultant.',
  safeReply,
};
