import { z } from 'zod';
import { defineTool, preconditionFailed } from '#pack-kit';

const result = z.object({
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  accuracyM: z.number().nullable().describe('Accuracy radius in metres, if the client sends it'),
  source: z.enum(['browser', 'manual']).describe('`browser` for a position, `manual` for a place name only'),
  updatedAt: z.string(),
});
export type SharedPlace = z.infer<typeof result>;

export const getLocation = defineTool({
  name: 'get_location',
  description: "Returns the visitor's position that their client has shared, with their consent.",
  category: 'context',
  input: z.object({}),
  result,
  whenToUse: [
    '"Near me" and other questions that depend on where the visitor is.',
    'Which city or area they are in; what is nearby or close to them.',
    'The position that their phone or browser shares. ما هو قريب من الزائر.',
  ],
  examples: [
    'Where am I according to you?',
    'Use my position for that',
    'What city do you have me in?',
    'أين أنا الآن؟',
    'استخدم موقعي الحالي',
  ],
  role: 'any',
  sideEffect: 'none',
  needsConversation: true,
  intents: ['research'],
  async execute(_input, { shared }): Promise<SharedPlace> {
    const location = await shared?.location();
    if (!location) throw preconditionFailed('The visitor has not shared a location.', 'location');
    const { position, city = null, country = null, sharedAt } = location;
    return {
      latitude: position?.latitude ?? null,
      longitude: position?.longitude ?? null,
      city,
      country,
      accuracyM: position?.accuracyM ?? null,
      source: position ? 'browser' : 'manual',
      updatedAt: sharedAt.toISOString(),
    };
  },
});
