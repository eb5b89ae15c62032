/** What a visitor is told where the web cannot be searched. */
export const NO_WEB_SEARCH = {
  en: 'I cannot look things up on the web here yet, and I would rather not guess. Ask me about the cost of manual work, examples of our own, or a call with the consultant.',
  ar: 'لا أستطيع البحث في الويب هنا بعد، ولا أريد أن أخمن. اسألني عن كلفة العمل اليدوي، أو أمثلة من أعمالنا، أو مكالمة مع المستشار.',
};
