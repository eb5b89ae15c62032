import { artifactVersions, suggestConversations } from '#artifacts';
import { readsConversation, ToolError, type PromptSpec, userText } from '#pack-kit';
import { promptOf } from '../agents/agents.ts';
import { artifactKinds } from '../schema/artifacts/index.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const nextBuildStep: PromptSpec = {
  name: 'next_build_step',
  title: 'Next build step',
  description: 'What a project has by now, what is missing, and the one step to take next.',
  arguments: [
    {
      name: 'conversationId',
      description: 'The project, which is one conversation',
      required: true,
      complete: suggestConversations,
    },
    { name: 'language', description: 'Of the answer, such as en or ar', required: false },
  ],
  messages: async ({ conversationId = '', language }, context) => {
    const isTheirs = UUID.test(conversationId) && readsConversation(context, conversationId);
    const versions = isTheirs ? await context.read((tx) => artifactVersions(tx, conversationId)) : undefined;
    if (!versions) throw new ToolError('NOT_FOUND', `There is no project ${conversationId}.`);
    const have = new Map(versions.map(({ kind, version }) => [kind, version]));
    return [userText(promptOf('conversational')), userText(request(conversationId, have, language))];
  },
};

function request(id: string, have: ReadonlyMap<string, number>, language: string | undefined): string {
  const there = [...have].map(([kind, version]) => `- ${kind}, version ${version}: artifact://${id}/${kind}`);
  const missing = artifactKinds.filter(({ kind }) => !have.has(kind)).map(({ kind }) => kind);
  const answered = language ? ` Answer in the language ${language}.` : '';
  return `Look at the project ${id}.
It has:
${there.join('\n') || '- nothing yet'}
Missing: ${missing.join(', ') || 'nothing'}.
Read what there is (read_file), say where its parts contradict each other, and give the single best next step.${answered} What is settled is saved with write_file; never change an artifact that you have not read.`;
}
