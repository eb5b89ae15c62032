/** Sets text that people and systems wrote apart, so that nothing in it passes for the agent's own instructions. */
export function asData(name: string, text: string): string {
  // What is written inside cannot end the mark.
  return `<data name="${name}">\n${text.replaceAll(/<(?=\/?\s*data\b)/gi, '‹')}\n</data>`;
}
