/** Marks text written by people and systems, so that the agent does not follow instructions in it. */
export function asData(name: string, text: string): string {
  // The text cannot close the mark itself.
  return `<data name="${name}">\n${text.replaceAll(/<(?=\/?\s*data\b)/gi, '‹')}\n</data>`;
}
