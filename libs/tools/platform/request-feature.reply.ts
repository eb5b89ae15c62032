interface Recorded {
  duplicate: boolean;
  votes: number;
}

interface Asked {
  title: string;
}

/** What is said of a recorded wish: that it is recorded, and no promise. */
export const requestFeatureReply = {
  en: ({ duplicate, votes }: Recorded, { title }: Asked): string =>
    duplicate
      ? `This has been asked for before; I have added it to that request, which now stands at ${votes}: “${title}”. Whether and when it comes I cannot say.`
      : `I cannot do that yet. I have recorded it as a request for the people who run this: “${title}”. Whether and when it comes I cannot say.`,
  ar: ({ duplicate, votes }: Recorded, { title }: Asked): string =>
    duplicate
      ? `طُلب هذا من قبل، وقد أضفته إلى ذلك الطلب وعدد مرات طلبه الآن ${votes}: «${title}». لا أستطيع أن أعد بتنفيذه أو بموعده.`
      : `لا أستطيع ذلك حتى الآن. سجلته طلبا للقائمين على الخدمة: «${title}». لا أستطيع أن أعد بتنفيذه أو بموعده.`,
};
