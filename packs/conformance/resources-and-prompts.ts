import type { PromptArgument, PromptSpec, PromptText, ResourceSpec } from '#pack-kit';
import { pixel, RED_PIXEL } from './samples.ts';

export const resources: ResourceSpec[] = [
  {
    uri: 'test://static-text',
    name: 'static-text',
    description: 'A text that never changes.',
    mimeType: 'text/plain',
    read: async () => ({ text: 'This is the content of the static text resource.' }),
  },
  {
    uri: 'test://static-binary',
    name: 'static-binary',
    description: 'A picture that never changes.',
    mimeType: 'image/png',
    read: async () => ({ blob: RED_PIXEL }),
  },
  {
    uri: 'test://watched-resource',
    name: 'watched-resource',
    description: 'The time, to the minute.',
    mimeType: 'text/plain',
    read: async (_values, { clock }) => ({ text: clock.now().toISOString().slice(0, 16) }),
  },
  {
    uri: 'test://template/{id}/data',
    name: 'template',
    description: 'Says which id was asked for.',
    mimeType: 'application/json',
    read: async ({ id }) => ({
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    }),
  },
];

export const prompts: PromptSpec[] = [
  prompt('test_simple_prompt', [], () => [say('This is a simple prompt for testing.')]),
  prompt(
    'test_prompt_with_arguments',
    [
      { ...argument('arg1', 'First test argument'), complete: async (typed) => suggestions(typed) },
      argument('arg2', 'Second test argument'),
    ],
    ({ arg1, arg2 }) => [say(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  ),
  prompt('test_prompt_with_embedded_resource', [argument('resourceUri', 'URI of the resource')], (given) => [
    {
      role: 'user',
      content: {
        type: 'resource',
        resource: {
          uri: given.resourceUri ?? '',
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      },
    },
    say('Please process the embedded resource above.'),
  ]),
  prompt('test_prompt_with_image', [], () => [
    { role: 'user', content: pixel },
    say('Please analyze the image above.'),
  ]),
];

function prompt(
  name: string,
  taken: PromptArgument[],
  messages: (given: Record<string, string>) => PromptText[],
): PromptSpec {
  const title = name.replaceAll('_', ' ');
  const description = 'A prompt of the conformance suite.';
  return { name, title, description, arguments: taken, messages: async (given) => messages(given) };
}

function argument(name: string, description: string): PromptArgument {
  return { name, description, required: true };
}

function say(words: string): PromptText {
  return { role: 'user', content: { type: 'text', text: words } };
}

function suggestions(typed: string): string[] {
  return ['test one', 'test two', 'other'].filter((value) => value.startsWith(typed));
}
