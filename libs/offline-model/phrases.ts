import type { SmallTalk } from '#pack-kit';
import type { NotAskedFor } from './deed-asked.ts';

/** The offline model's own sentences. Languages other than these get English. */
export interface Phrases {
  noTools: string;
  smallTalk: Record<SmallTalk, (examples: string[]) => string>;
  noToolFits: string;
  noPerson: string;
  /** Of several questions one that nothing here answers. */
  left: (question: string) => string;
  /** A deed that was spoken of and not asked for; an example of how it is asked for. */
  held: (manner: NotAskedFor, example: string | undefined) => string;
  searchedInVain: string;
  askMe: (examples: string[]) => string;
  failed: (error: string) => string;
  /** A service, or the server of a tool, that is away or does not answer. */
  notReachable: string;
  /** To somebody who can set nothing. */
  notConfigured: string;
  /** A value that a detail cannot have, and what it can. */
  refused: (value: string, detail: string, possible: string) => string;
  bounds: Record<'less than' | 'at most' | 'more than' | 'at least', (limit: string) => string>;
  expected: (what: string) => string;
  notUnderstood: (detail: string) => string;
  unknown: (name: string) => string;
  /** Names of details that tools take; others are called by the name of their parameter. */
  fields: Record<string, string>;
  suggestions: (items: string) => string;
  missing: (items: string) => string;
  settings: (names: string) => string;
  sample: string;
  /** What is told of a single thing that was found before. */
  allKnown: string;
  notLookedUp: (name: string) => string;
  done: (tool: string) => string;
  nothingDone: string;
  earlier: string;
  note: string;
  /** A file or picture of the message that nothing has looked into. */
  attachmentsUnread: string;
}

const HELD: Record<NotAskedFor, string> = {
  question:
    'I have done nothing: I read that as a question and not as a request, and what would come of it I cannot tell.',
  condition: 'I have done nothing: what you say depends on something that I cannot know.',
  undoing:
    'I have nothing here that takes this back, and I have done nothing; please see to it in the office.',
  refusal: 'All right, I have done nothing.',
  remark: 'I have done nothing: I read that as a remark and not as a request.',
};

const HELD_AR: Record<NotAskedFor, string> = {
  question: 'لم أنفذ شيئا، فقد فهمت رسالتك سؤالا لا طلبا، ولا أعلم ما سينتج عن ذلك.',
  condition: 'لم أنفذ شيئا، فما ذكرته مشروط بأمر لا أستطيع معرفته.',
  undoing: 'ليس لدي هنا ما يلغي ذلك، ولم أنفذ شيئا، فيرجى متابعته لدى المكتب.',
  refusal: 'حسنا، لم أنفذ شيئا.',
  remark: 'لم أنفذ شيئا، فقد فهمت رسالتك ملاحظة لا طلبا.',
};

const EN: Phrases = {
  noTools: 'I have no tools in this conversation, so I cannot answer that here.',
  smallTalk: {
    help: (examples) => `I am an assistant program. Tell me in a sentence what you need${such(examples)}.`,
    languages: () =>
      'Here I understand English and Arabic; write to me in either. A real model would understand others too.',
    'own instructions': (examples) =>
      `I do not give out my own instructions. Tell me in a sentence what you need${such(examples)}.`,
    greeting: (examples) => `Hello! Tell me what you need${such(examples)}.`,
    thanks: () => 'You are welcome! Just tell me when you need anything else.',
    farewell: () => 'Goodbye! Write to me again whenever you need something.',
    hesitation: () =>
      'Take your time. Tell me what you are unsure about, or what speaks against it, and I see what I can find out.',
    agreement: (examples) => `All right. Tell me in a sentence what you would like next${such(examples)}.`,
  },
  noToolFits: 'I have nothing here that does this.',
  noPerson: 'I am an assistant program, and I have no way here to put you through to a person.',
  left: (question) => `I have nothing here that answers “${question}”, so that one is left.`,
  held: (manner, example) =>
    [HELD[manner], example && `If I am to do it, tell me so, for example ${either([example])}.`]
      .filter(Boolean)
      .join(' '),
  searchedInVain: 'I cannot do that here: I looked for a way and found none.',
  askMe: (examples) => `You can ask me, for example: ${either(examples)}.`,
  failed: (error) => `That did not work: ${error}`,
  notReachable: 'I am sorry: what I need for that is not reachable just now. Please ask again in a minute.',
  notConfigured:
    'I cannot do that here yet: the service that it needs is not connected, and I would rather not guess.',
  refused: (value, detail, possible) => `I cannot take ${value} for the ${detail}: ${possible}.`,
  bounds: {
    'less than': (limit) => `it must be less than ${limit}`,
    'at most': (limit) => `${limit} is the most`,
    'more than': (limit) => `it must be more than ${limit}`,
    'at least': (limit) => `${limit} is the least`,
  },
  expected: (what) => `expected ${what}`,
  notUnderstood: (detail) => `I did not understand one detail: ${detail}. Could you put it another way?`,
  unknown: (name) => `I do not know “${name}”.`,
  fields: {
    bedrooms: 'number of bedrooms',
    bedroomsMin: 'number of bedrooms',
    maxPrice: 'highest price',
    minPrice: 'lowest price',
    district: 'place',
    propertyType: 'type of property',
    dealType: 'choice of sale or rent',
  },
  suggestions: (items) => `Possible instead: ${items}.`,
  missing: (items) => `Still missing: ${items}. Can you give me that?`,
  settings: (names) => `To set: ${names}.`,
  sample: 'This is sample data.',
  allKnown: 'That is all I know of it so far.',
  notLookedUp: (name) =>
    `I have no tool that looks up ${name}, and nothing about it was found in this conversation.`,
  done: (tool) => `Done (${tool}).`,
  nothingDone: 'There is nothing more to do.',
  earlier: 'From earlier in this conversation:',
  note: '(offline model: set GOOGLE_API_KEY, OPENAI_API_KEY or ANTHROPIC_API_KEY for a real one)',
  attachmentsUnread:
    'I have not read what is attached: without a real model attachments are not read. Please write what counts into the message.',
};

const AR: Phrases = {
  noTools: 'لا توجد لدي أدوات في هذه المحادثة، فلا أستطيع الإجابة عن ذلك هنا.',
  smallTalk: {
    help: (examples) => `أنا برنامج مساعد. أخبرني في جملة بما تحتاج إليه${suchAr(examples)}.`,
    languages: () => 'أفهم هنا العربية والإنجليزية، فاكتب لي بأي منهما. والنموذج الحقيقي يفهم غيرهما أيضا.',
    'own instructions': (examples) =>
      `لا أعرض تعليماتي الخاصة. أخبرني في جملة بما تحتاج إليه${suchAr(examples)}.`,
    greeting: (examples) => `أهلا بك! أخبرني بما تحتاج إليه${suchAr(examples)}.`,
    thanks: () => 'على الرحب والسعة! أخبرني متى احتجت إلى شيء آخر.',
    farewell: () => 'مع السلامة! راسلني متى احتجت إلى شيء.',
    hesitation: () => 'خذ وقتك. أخبرني بما تتردد فيه أو بما لا يناسبك، وسأرى ما أستطيع معرفته.',
    agreement: (examples) => `حسنا. أخبرني في جملة بما تريده الآن${suchAr(examples)}.`,
  },
  noToolFits: 'لا يوجد لدي هنا ما يقوم بذلك.',
  noPerson: 'أنا برنامج مساعد، وليس لدي هنا وسيلة لتحويلك إلى شخص.',
  left: (question) => `أما «${question}» فليس لدي هنا ما يجيب عنه.`,
  held: (manner, example) =>
    [HELD_AR[manner], example && `إن أردت تنفيذه فاطلبه مني، مثلا ${eitherAr([example])}.`]
      .filter(Boolean)
      .join(' '),
  searchedInVain: 'لا أستطيع ذلك هنا: بحثت عن طريقة ولم أجد.',
  askMe: (examples) => `يمكنك أن تطلب مني مثلا: ${eitherAr(examples)}.`,
  failed: (error) => `تعذر تنفيذ ذلك: ${error}`,
  notReachable: 'عذرا، لا يمكن الوصول إلى ما أحتاج إليه لذلك الآن. اسألني مرة أخرى بعد دقيقة.',
  notConfigured: 'لا أستطيع ذلك هنا بعد، فالخدمة اللازمة له غير موصولة، ولا أريد أن أخمن.',
  refused: (value, detail, possible) => `لا أستطيع قبول ${value} في ${detail}: ${possible}.`,
  bounds: {
    'less than': (limit) => `يجب أن يكون أقل من ${limit}`,
    'at most': (limit) => `الحد الأقصى ${limit}`,
    'more than': (limit) => `يجب أن يكون أكثر من ${limit}`,
    'at least': (limit) => `الحد الأدنى ${limit}`,
  },
  expected: (what) => `المتوقع ${what}`,
  notUnderstood: (detail) => `لم أفهم أحد التفاصيل: ${detail}. هل يمكنك صياغته بطريقة أخرى؟`,
  unknown: (name) => `لا أعرف «${name}».`,
  fields: {
    bedrooms: 'عدد غرف النوم',
    bedroomsMin: 'عدد غرف النوم',
    maxPrice: 'الحد الأعلى للسعر',
    minPrice: 'الحد الأدنى للسعر',
    district: 'المنطقة',
    propertyType: 'نوع العقار',
    dealType: 'البيع أو الإيجار',
  },
  suggestions: (items) => `البدائل الممكنة: ${items}.`,
  missing: (items) => `ما زال ينقص: ${items}. هل يمكنك تزويدي به؟`,
  settings: (names) => `الإعدادات المطلوبة: ${names}.`,
  sample: 'هذه بيانات تجريبية.',
  allKnown: 'هذا كل ما أعرفه عنه حتى الآن.',
  notLookedUp: (name) => `لا توجد لدي أداة تبحث عن ${name}، ولم يظهر شيء عنه في هذه المحادثة.`,
  done: (tool) => `تم التنفيذ (${tool}).`,
  nothingDone: 'لا يوجد ما يمكن فعله أكثر.',
  earlier: 'من هذه المحادثة:',
  note: '(نموذج غير متصل: اضبط GOOGLE_API_KEY أو OPENAI_API_KEY أو ANTHROPIC_API_KEY لاستخدام نموذج حقيقي)',
  attachmentsUnread:
    'لم أقرأ المرفقات: لا تقرأ المرفقات دون نموذج حقيقي. اكتب المهم منها في الرسالة من فضلك.',
};

/** Tells the offline model's note from other text, so that a conversation gets it once. */
export const NOTE_MARK = 'OPENAI_API_KEY';

export function phrasesIn(language: string): Phrases {
  return language === 'ar' ? AR : EN;
}

function such(examples: string[]): string {
  return examples.length > 0 ? `, for example ${either(examples)}` : '';
}

function suchAr(examples: string[]): string {
  return examples.length > 0 ? `، مثلا ${eitherAr(examples)}` : '';
}

/** Quoted, without the full stop that would stand before the closing mark. */
function either(examples: string[]): string {
  const quoted = examples.map((example) => `“${example.replace(/[.]$/, '')}”`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

function eitherAr(examples: string[]): string {
  return examples.map((example) => `«${example.replace(/[.]$/, '')}»`).join(' أو ');
}
