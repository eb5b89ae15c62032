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

/** The template that replaces a call of the tool, for this message and agent. */
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

/** Writes the program of a template. Later rounds read the template's name and the arguments from its first two lines. */
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

/** Replaces programs of templates in the conversation by the calls that they represent. Removes other programs. */
export function withPrograms(
  exchanges: readonly Exchange[],
  templates: readonly ProgramTemplate[],
): Exchange[] {
  return exchanges.map((exchange) => ({
    ...exchange,
    calls: exchange.calls.flatMap((made) =>
      made.call.name === RUN_PROGRAM ? (representedCall(made, templates) ?? []) : made,
    ),
  }));
}

function representedCall(made: MadeCall, templates: readonly ProgramTemplate[]): MadeCall | undefined {
  const [, name, wish = '{}'] = FIRST_LINES.exec(String(made.call.arguments['code'])) ?? [];
  const template = templates.find((known) => known.name === name);
  if (!template || !made.result?.success) return undefined;
  if (template.answers?.(made.result.data as never) === false) return undefined;
  const call = { ...made.call, name: template.tool, arguments: JSON.parse(wish) as Record<string, unknown> };
  return { ...made, call, template };
}
