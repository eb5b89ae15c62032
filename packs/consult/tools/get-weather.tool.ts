import { z } from 'zod';
import { defineTool, plainText } from '#pack-kit';
import { temperatureIn } from '../integrations/web/readings.ts';
import { SEARCH_SERVICE, searchTheWeb } from '../integrations/web/search.ts';

const input = z.object({
  location: plainText('City or region, such as Berlin.'),
});

const result = z.object({
  location: z.string(),
  found: z.boolean(),
  temperatureC: z.number().nullable().describe('One decimal; null if no temperature was found'),
  summary: z.string(),
  source: z.object({ title: z.string(), url: z.string() }).nullable(),
  retrievedAt: z.string(),
});
export type Weather = z.infer<typeof result>;

export const getWeather = defineTool({
  name: 'get_weather',
  description: 'Gives the current weather of a place, always in degrees Celsius.',
  category: 'research',
  capability: 'search',
  input,
  result,
  whenToUse: ['Weather, temperature or forecast of a place.', 'Rain, snow, sun, heat or cold somewhere.'],
  examples: [
    'How warm is it in Lisbon at the moment?',
    'Do I need a coat in Oslo today?',
    'Weather for the workshop city, Berlin?',
    'كم درجة الحرارة في دبي الآن؟',
    'كيف الطقس في الرياض؟',
  ],
  role: 'any',
  sideEffect: 'none',
  outbound: SEARCH_SERVICE,
  intents: ['research'],
  async execute({ location }, context): Promise<Weather> {
    const answer = await searchTheWeb(context, {
      query: `current weather ${location} temperature in Celsius`,
    });
    const { retrievedAt } = answer;
    const texts = [
      ...(answer.answer ? [{ text: answer.answer, hit: answer.results[0] }] : []),
      ...answer.results.map((hit) => ({ text: `${hit.snippet} ${hit.title}`, hit })),
    ];
    for (const { text, hit } of texts) {
      const temperatureC = temperatureIn(text);
      if (temperatureC === undefined) continue;
      const source = hit ? { title: hit.title, url: hit.url } : null;
      return { location, found: true, temperatureC, summary: text.trim().slice(0, 300), source, retrievedAt };
    }
    return { location, found: false, temperatureC: null, summary: '', source: null, retrievedAt };
  },
});
