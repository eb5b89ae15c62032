interface Found {
  tools: { name: string; description: string }[];
}

/** What is said of a search for tools when nothing else was asked for. */
export const toolSearchReply = {
  en: ({ tools }: Found): string =>
    tools.length === 0
      ? 'I looked for a tool that can do this and found none.'
      : ['This is what I have for it:', ...lines(tools)].join('\n'),
  ar: ({ tools }: Found): string =>
    tools.length === 0
      ? 'بحثت عن أداة تناسب هذا الطلب ولم أجد.'
      : ['هذا ما لدي لهذا الطلب:', ...lines(tools)].join('\n'),
};

function lines(tools: Found['tools']): string[] {
  return tools.map(({ name, description }) => `- ${name.replaceAll('_', ' ')}: ${description}`);
}
