import { factLine, factsInPrompt } from '#memory';
import type { TurnPorts, UnderstoodTurn } from '../turn-context.ts';
import { asData } from './as-data.ts';
import { cutToTokens } from './cut-to-tokens.ts';
import { lookUp } from './look-up.ts';

const STEP_KEY = 'knowledge';
/** Passages of other facts in the prompt. */
const MAX_PASSAGES = 3;
const MAX_PASSAGE_TOKENS = 450;

/** The org's own facts for a prompt. */
interface KnowledgeBlocks {
  /** The facts that are the same in every turn; empty without any. */
  facts: string;
  /** Passages that the message needs; empty without any. */
  found: string;
  leftOut: string[];
}

const none: KnowledgeBlocks = { facts: '', found: '', leftOut: [] };

/**
 * The blocks of the org's own facts: those of every prompt, and the passages of the others that are closest to the message, with
 * their sources. A replay uses what was found, and searches again if nothing was.
 */
export async function knowledgeBlocks(
  ports: Pick<TurnPorts, 'knowledge' | 'logger'>,
  turn: UnderstoodTurn,
): Promise<KnowledgeBlocks> {
  const { facts, count } = turn.contextSources.knowledge;
  if (count === 0 || turn.agent.agent.withoutContext) return none;
  const before = turn.log.recorded<KnowledgeBlocks>(STEP_KEY);
  if (before) return before;
  const always = factsInPrompt(facts);
  const { items, problems } =
    always.length === count
      ? { items: [], problems: [] }
      : await lookUp(ports, turn, {
          what: 'knowledge',
          work: () =>
            ports.knowledge.find(turn.row.orgId, turn.text, {
              limit: MAX_PASSAGES,
              without: always.map(({ id }) => id),
            }),
        });
  const passages = items.map(
    ({ text, source }) => `${text}${source === null ? '' : `\n(source: ${source})`}`,
  );
  const made: KnowledgeBlocks = {
    facts: block('Facts of the organisation', 'facts', always.map(factLine).join('\n')),
    found: block(
      'From the knowledge of the organisation, closest to the message',
      'knowledge',
      (await cutToTokens(passages.join('\n\n'), MAX_PASSAGE_TOKENS)).text,
    ),
    leftOut: problems,
  };
  if (made.found !== '') turn.log.record(STEP_KEY, made);
  return made;
}

function block(title: string, name: string, text: string): string {
  return text === '' ? '' : `## ${title}\n${asData(name, text)}`;
}
