import { RUN_PROGRAM } from '#tools';
import { type ProgramTemplate } from '#pack-kit';
import type { ModelTool, TurnFacts } from '#models';
import type { Exchange, MadeCall } from './conversation/conversation.ts';
import type { ReadMessage } from './conversation/message.ts';

/** The programs that the offline model may write in one turn. */
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
      template.tool === tool && template.agents.includes(facts.agent) && template.applies(message, facts),
  );
}

/** The first line names the template, the second one is the wish: a later round reads them back. */
export function writeProgram(
  template: ProgramTemplate,
  wish: Record<string, unknown>,
  facts: TurnFacts,
): string {
  return [
    `// ${template.name}`,
    `const wish = ${JSON.stringify(wish)};`,
    `const contactId = ${JSON.stringify(facts.contactId)};`,
    template.code.trim(),
  ].join('\n');
}

const FIRST_LINES = /^\/\/ (\w+)\nconst wish = (\{.*\});\n/;

/** The conversation with the calls for which the programs of templates stand; other programs are left out. */
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
