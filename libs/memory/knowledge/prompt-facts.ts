import type { KnowledgeFactText } from '#contracts';

/** Tokens of all facts that are part of every prompt. An org whose facts all fit needs no search. */
export const MAX_TOKENS_OF_FACTS = 300;
/** If not all facts fit, a longer one is found when a message needs it. */
const MAX_TOKENS_OF_SHORT_FACT = 80;
/** Facts to load. A fact has at least four tokens, so that more never fit. */
export const MAX_LOADED_FACTS = 100;

/** SQL condition on `knowledge_facts` of the org `$1`, true for those from which {@link factsInPrompt} chooses. */
export const MAY_BE_IN_PROMPT = `(tokens <= ${MAX_TOKENS_OF_SHORT_FACT}
  OR (SELECT sum(tokens) FROM knowledge_facts WHERE org_id = $1) <= ${MAX_TOKENS_OF_FACTS})`;

/** A fact as one line of the prompt. */
export function factLine({ title, text, source }: Omit<KnowledgeFactText, 'topic'>): string {
  return `- ${title}: ${text}${source === null ? '' : ` (source: ${source})`}`.replaceAll(/\s+/g, ' ');
}

/** The facts that are part of every prompt of the org: all if they fit, otherwise the short ones, in order, as far as they fit. */
export function factsInPrompt<Fact extends { tokens: number }>(facts: readonly Fact[]): Fact[] {
  let left = MAX_TOKENS_OF_FACTS;
  const allFit = facts.reduce((sum, { tokens }) => sum + tokens, 0) <= left;
  return facts.filter(({ tokens }) => {
    if ((tokens > MAX_TOKENS_OF_SHORT_FACT && !allFit) || tokens > left) return false;
    left -= tokens;
    return true;
  });
}
