import type { KnowledgeFactText } from '#contracts';

/** A longer fact is found when a message needs it. */
const MAX_TOKENS_OF_SHORT_FACT = 80;
/** Tokens of all facts that are part of every prompt. */
export const MAX_TOKENS_OF_FACTS = 300;
/** Short facts to load. A fact has at least four tokens, so that more never fit. */
export const MAX_SHORT_FACTS = 100;

/** SQL condition on `knowledge_facts`. */
export const IS_SHORT = `tokens <= ${MAX_TOKENS_OF_SHORT_FACT}`;

/** A fact as one line of the prompt. */
export function factLine({ title, text, source }: Omit<KnowledgeFactText, 'topic'>): string {
  return `- ${title}: ${text}${source === null ? '' : ` (source: ${source})`}`.replaceAll(/\s+/g, ' ');
}

/** The facts that are part of every prompt of the org: the short ones, in order, as far as they fit. */
export function factsInPrompt<Fact extends { tokens: number }>(facts: readonly Fact[]): Fact[] {
  let left = MAX_TOKENS_OF_FACTS;
  return facts.filter(({ tokens }) => {
    if (tokens > MAX_TOKENS_OF_SHORT_FACT || tokens > left) return false;
    left -= tokens;
    return true;
  });
}
