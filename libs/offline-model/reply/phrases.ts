const STAND_IN = 'I am the offline stand-in, not a real model';
const KEYS = 'For a real model, set GOOGLE_API_KEY, OPENAI_API_KEY or ANTHROPIC_API_KEY.';
/** Sentences of the offline model. Other languages get English. */
const EN = {
  noTools: `${STAND_IN}, and I have no tools in this conversation. ${KEYS}`,
  /** Lists the unread words and gives examples of possible requests. */
  unread: (words: string, examples: string) =>
    `${STAND_IN}, and I am not sure about ${words} in your message. I can't work that out offline, so I have called no tool.${examples}\n${KEYS}`,
  noToolFits: (examples: string) => `${STAND_IN}, and I can't work that out offline.${examples}\n${KEYS}`,
  searchedInVain: (examples: string) =>
    `${STAND_IN}. I looked for a tool that does this and found none.${examples}\n${KEYS}`,
  failed: (error: string) => `That did not work: ${error}`,
  /** A service, or the server of a tool, does not answer. */
  notReachable:
    'I am sorry: the service for that does not answer at the moment. Please ask again in a minute.',
  suggestions: (items: string) => `Possible instead: ${items}.`,
  missing: (items: string) => `Still missing: ${items}. Can you give me that?`,
  settings: (names: string) => `To set: ${names}.`,
  sample: 'This is sample data.',
  done: (tool: string) => `Done (${tool}).`,
  note: '(offline model: set GOOGLE_API_KEY, OPENAI_API_KEY or ANTHROPIC_API_KEY for a real one)',
  attachmentsUnread:
    'I have not read the attachments: the offline stand-in reads none. Please write the important part into the message.',
};

const STAND_IN_AR = 'أنا البديل غير المتصل ولست نموذجا حقيقيا';
const KEYS_AR = 'لاستخدام نموذج حقيقي اضبط GOOGLE_API_KEY أو OPENAI_API_KEY أو ANTHROPIC_API_KEY.';
const AR: typeof EN = {
  noTools: `${STAND_IN_AR}، ولا توجد لدي أدوات في هذه المحادثة. ${KEYS_AR}`,
  unread: (words, examples) =>
    `${STAND_IN_AR}، ولست متأكدا من ${words} في رسالتك. لا أستطيع حساب ذلك دون اتصال، لذلك لم أستخدم أي أداة.${examples}\n${KEYS_AR}`,
  noToolFits: (examples) => `${STAND_IN_AR}، ولا أستطيع معرفة ذلك دون اتصال.${examples}\n${KEYS_AR}`,
  searchedInVain: (examples) => `${STAND_IN_AR}. بحثت عن أداة تقوم بذلك ولم أجد.${examples}\n${KEYS_AR}`,
  failed: (error) => `تعذر تنفيذ ذلك: ${error}`,
  notReachable: 'عذرا، لا تجيب الخدمة اللازمة لذلك الآن. اسألني مرة أخرى بعد دقيقة.',
  suggestions: (items) => `البدائل الممكنة: ${items}.`,
  missing: (items) => `ما زال ينقص: ${items}. هل يمكنك تزويدي به؟`,
  settings: (names) => `الإعدادات المطلوبة: ${names}.`,
  sample: 'هذه بيانات تجريبية.',
  done: (tool) => `تم التنفيذ (${tool}).`,
  note: '(نموذج غير متصل: اضبط GOOGLE_API_KEY أو OPENAI_API_KEY أو ANTHROPIC_API_KEY لاستخدام نموذج حقيقي)',
  attachmentsUnread: 'لم أقرأ المرفقات، فالبديل غير المتصل لا يقرؤها. اكتب المهم منها في الرسالة من فضلك.',
};

/** Part of each sentence that names the settings, used to mention them once per conversation. */
export const NOTE_MARK = 'OPENAI_API_KEY';

export function phrasesIn(language: string): typeof EN {
  return language === 'ar' ? AR : EN;
}

/** Words in the quotation marks of the language. */
export function quoted(words: readonly string[], language: string): string {
  return language === 'ar'
    ? words.map((word) => `«${word}»`).join('، ')
    : words.map((word) => `“${word}”`).join(', ');
}
