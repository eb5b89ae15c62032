import type { PromptMaterial } from '#pack-kit';
import type { TurnPorts, UnderstoodTurn } from '../turn-context.ts';
import { asData } from './as-data.ts';
import { cutToTokens } from './cut-to-tokens.ts';

const STEP_KEY = 'material';

/** The agent's material for this turn. A replay uses the same. */
export async function materialOf(
  ports: Pick<TurnPorts, 'artifacts'>,
  turn: UnderstoodTurn,
): Promise<PromptMaterial[]> {
  const { material } = turn.agent.agent;
  if (!material) return [];
  const before = turn.log.recorded<PromptMaterial[]>(STEP_KEY);
  if (before) return before;
  const { orgId, conversationId } = turn.row;
  const made = await material({
    text: turn.text,
    settings: turn.settings,
    artifact: async (kind) => {
      const reading = await ports.artifacts.read(orgId, conversationId, kind);
      return reading.exists ? reading.content : undefined;
    },
  });
  turn.log.record(STEP_KEY, made);
  return made;
}

/** The material as blocks of the system prompt, each cut to its token limit. */
export function materialBlocks(material: readonly PromptMaterial[]): Promise<string[]> {
  return Promise.all(
    material.map(async ({ name, title, content, maxTokens }) => {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      return `## ${title}\n${asData(name, (await cutToTokens(text, maxTokens)).text)}`;
    }),
  );
}

/** The material as facts for rules, which do not read the prompt. */
export function factsOfMaterial(material: readonly PromptMaterial[]): {
  material?: Record<string, unknown>;
} {
  if (material.length === 0) return {};
  return { material: Object.fromEntries(material.map(({ name, content }) => [name, content])) };
}
