import { RUN_PROGRAM } from '#tools';
import { type ProgramFacts, type ProgramTemplate } from '#pack-kit';
import type { ModelTool, TurnFacts } from '#models';
import type { Exchange, MadeCall } from './conversation.ts';
import type { ReadMessage } from './message.ts';
import { pointsBack } from './pointing-back.ts';

/** What the offline model may do with programs in one turn. */
export interface Programs {
  templates: readonly ProgramTemplate[];
  /** `written`: the turn's one program, which did not answer the request. */
  state: 'offered' | 'not offered' | 'written';
}

export function programsOf(
  templates: readonly ProgramTemplate[],
  tools: readonly ModelTool[],
  current: Exchange | undefined,
): Programs {
  const written = current?.calls.some(({ call }) => call.name === RUN_PROGRAM) ?? false;
  const offered = tools.some(({ name }) => name === RUN_PROGRAM);
  return { templates, state: written ? 'written' : offered ? 'offered' : 'not offered' };
}

/** The template that stands in place of a call of the tool, for this message to this agent. */
export function templateFor(
  { templates }: Programs,
  tool: string,
  message: ReadMessage,
  facts: TurnFacts,
): ProgramTemplate | undefined {
  return templates.find(
    (template) =>
      template.tool === tool &&
      !template.wish &&
      template.agents.includes(facts.agent) &&
      template.applies(message, facts),
  );
}

/** The template that reads the whole wish from the message, for this message or, by what it points back to, the one before. */
export function leadingTemplate(
  { templates }: Programs,
  message: ReadMessage,
  facts: TurnFacts & Pick<ProgramFacts, 'told'>,
  before: ProgramTemplate | undefined,
): { template: ProgramTemplate; wish: Record<string, unknown> } | undefined {
  for (const template of templates) {
    if (!template.wish || !template.agents.includes(facts.agent)) continue;
    const isMeant = template.applies(message, facts) || (template === before && pointsBack(message) !== 'no');
    const wish = isMeant ? template.wish(message, facts) : undefined;
    if (wish) return { template, wish };
  }
  return undefined;
}

/** The first line names the template, the second one is the wish: a later message takes it up from there. */
export function writeProgram(
  template: ProgramTemplate,
  wish: Record<string, unknown>,
  facts: TurnFacts & Pick<ProgramFacts, 'before'>,
  message: ReadMessage,
): string {
  return [
    `// ${template.name}`,
    `const wish = ${JSON.stringify(wish)};`,
    `const contactId = ${JSON.stringify(facts.contactId)};`,
    ...(template.tells ? [`const told = ${JSON.stringify(template.tells(message, facts))};`] : []),
    template.code.trim(),
  ].join('\n');
}

const FIRST_LINES = /^\/\/ (\w+)\nconst wish = (\{.*\});\n/;

/** The conversation with the programs of templates as the calls in whose place they stand; other programs are left out. */
export function withPrograms(
  exchanges: readonly Exchange[],
  templates: readonly ProgramTemplate[],
): Exchange[] {
  return exchanges.map((exchange) => ({
    ...exchange,
    calls: exchange.calls.flatMap((made) =>
      made.call.name === RUN_PROGRAM ? (standsFor(made, templates) ?? []) : made,
    ),
  }));
}

function standsFor(made: MadeCall, templates: readonly ProgramTemplate[]): MadeCall | undefined {
  const [, name, wish = '{}'] = FIRST_LINES.exec(String(made.call.arguments['code'])) ?? [];
  const template = templates.find((known) => known.name === name);
  if (!template || !made.result?.success) return undefined;
  if (template.answers?.(made.result.data as never) === false) return undefined;
  const call = { ...made.call, name: template.tool, arguments: JSON.parse(wish) as Record<string, unknown> };
  return { ...made, call, template };
}
