/** Marks text that people and systems wrote, so that nothing in it counts as an instruction to the agent. */
export function asData(name: string, text: string): string {
  // The text itself cannot end the mark.
  return `<data name="${name}">\n${text.replaceAll(/<(?=\/?\s*data\b)/gi, '‹')}\n</data>`;
}
