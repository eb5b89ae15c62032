/** The offline model's own sentences. Languages other than these get English. */
export interface Phrases {
  noTools: string;
  noToolFits: (abilities: string[]) => string;
  searchedInVain: string;
  failed: (error: string) => string;
  suggestions: (items: string) => string;
  missing: (items: string) => string;
  settings: (names: string) => string;
  sample: string;
  done: (tool: string) => string;
  nothingDone: string;
  note: string;
}

const EN: Phrases = {
  noTools: 'I have no tools in this conversation, and without a real model I cannot answer freely.',
  noToolFits: (abilities) =>
    abilities.length === 0
      ? 'None of my tools fits that.'
      : `None of my tools fits that. What I can do here: ${abilities.join('; ')}.`,
  searchedInVain: 'I looked for a tool that can do this and found none.',
  failed: (error) => `That did not work: ${error}`,
  suggestions: (items) => `Possible instead: ${items}.`,
  missing: (items) => `Still missing: ${items}. Can you give me that?`,
  settings: (names) => `To set: ${names}.`,
  sample: 'This is sample data.',
  done: (tool) => `Done (${tool}).`,
  nothingDone: 'There is nothing more to do.',
  note: '(offline model: set OPENAI_API_KEY for a real one)',
};

const AR: Phrases = {
  noTools: 'لا توجد لدي أدوات في هذه المحادثة، ولا أستطيع الإجابة بحرية دون نموذج حقيقي.',
  noToolFits: (abilities) =>
    abilities.length === 0
      ? 'لا توجد أداة لدي تناسب هذا الطلب.'
      : `لا توجد أداة لدي تناسب هذا الطلب. ما أستطيع فعله هنا: ${abilities.join('؛ ')}.`,
  searchedInVain: 'بحثت عن أداة تناسب هذا الطلب ولم أجد.',
  failed: (error) => `تعذر تنفيذ ذلك: ${error}`,
  suggestions: (items) => `البدائل الممكنة: ${items}.`,
  missing: (items) => `ما زال ينقص: ${items}. هل يمكنك تزويدي به؟`,
  settings: (names) => `الإعدادات المطلوبة: ${names}.`,
  sample: 'هذه بيانات تجريبية.',
  done: (tool) => `تم التنفيذ (${tool}).`,
  nothingDone: 'لا يوجد ما يمكن فعله أكثر.',
  note: '(نموذج غير متصل: اضبط OPENAI_API_KEY لاستخدام نموذج حقيقي)',
};

/** Tells the offline model's note from other text, so that a conversation gets it once. */
export const NOTE_MARK = 'OPENAI_API_KEY';

export function phrasesIn(language: string): Phrases {
  return language === 'ar' ? AR : EN;
}
