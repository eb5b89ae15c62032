interface Found {
  tools: { name: string; description: string }[];
}

/** What is said of a search for tools when nothing else was asked for. */
export const toolSearchReply = {
  en: ({ tools }: Found): string =>
    tools.length === 0
      ? 'I cannot do that here: I looked for a way and found none.'
      : ['This is what I have for it:', ...lines(tools)].join('\n'),
  ar: ({ tools }: Found): string =>
    tools.length === 0
      ? 'لا أستطيع ذلك هنا: بحثت عن طريقة ولم أجد.'
      : ['هذا ما لدي لهذا الطلب:', ...lines(tools)].join('\n'),
};

function lines(tools: Found['tools']): string[] {
  return tools.map(({ name, description }) => `- ${name.replaceAll('_', ' ')}: ${description}`);
}
