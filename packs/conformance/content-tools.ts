import { z } from 'zod';
import { preconditionFailed, type Tool } from '#pack-kit';
import { pixel, SILENCE } from './samples.ts';
import { suiteTool, text } from './suite-tool.ts';

const address = z.object({ street: z.string(), city: z.string() }).partial().meta({ id: 'address' });

/** Tools that return every content type of the protocol. */
export const contentTools: Tool[] = [
  suiteTool({
    name: 'test_simple_text',
    description: 'Gives a simple text.',
    run: () => text('This is a simple text response for testing.'),
  }),
  suiteTool({ name: 'test_image_content', description: 'Gives a picture.', run: () => [pixel] }),
  suiteTool({
    name: 'test_audio_content',
    description: 'Gives a sound.',
    run: () => [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }],
  }),
  suiteTool({
    name: 'test_embedded_resource',
    description: 'Gives a resource with its text.',
    run: () => [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }),
  suiteTool({
    name: 'test_multiple_content_types',
    description: 'Gives a text, a picture and a resource.',
    run: () => [
      ...text('Multiple content types test:'),
      pixel,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: JSON.stringify({ test: 'data', value: 123 }),
        },
      },
    ],
  }),
  suiteTool({
    name: 'test_error_handling',
    description: 'Always fails.',
    run: () => {
      throw preconditionFailed('This tool intentionally returns an error for testing');
    },
  }),
  suiteTool({
    name: 'json_schema_2020_12_tool',
    description: 'Tool with JSON Schema 2020-12 features',
    input: z.strictObject({ name: z.string().optional(), address: address.optional() }),
    run: (input) => text(JSON.stringify(input)),
  }),
];
