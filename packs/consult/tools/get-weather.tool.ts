import { z } from 'zod';
import { NO_WEB_SEARCH } from '../integrations/web/no-web-search.ts';
import { defineTool, type OfflineMessage } from '#pack-kit';
import { anySpelling } from '#text';
import { oneDecimal } from '../figures.ts';
import { temperatureIn } from '../integrations/web/readings.ts';
import { SEARCH_SERVICE, searchTheWeb } from '../integrations/web/search.ts';

const input = z.object({ location: z.string().trim().min(2).max(100).describe('City or region.') });

export interface Weather {
  location: string;
  found: boolean;
  /** One decimal; null where nothing could be read. */
  temperatureC: number | null;
  summary: string;
  source: { title: string; url: string } | null;
  retrievedAt: string;
}

const BEHIND = anySpelling(
  /(?:\b(?:in|at|for|city,)|(?<!\p{L})في)\s+(.+?)(?:\s+(?:at the moment|right now|now|today|tomorrow|currently|please|الآن|اليوم|حاليا))*[\s.!?؟]*$/iu,
);
const IN_THE = /^(?:the )?(?:workshop city|moment|near future)[,\s]*/iu;

function placeIn({ text }: OfflineMessage): string | undefined {
  const place = BEHIND.exec(text)?.[1]?.replace(IN_THE, '').trim();
  return place && !/^(?:here|me|my area|هنا)$/iu.test(place) ? place : undefined;
}

export const getWeather = defineTool({
  name: 'get_weather',
  description: 'Gives the current weather of a place, always in degrees Celsius.',
  category: 'research',
  capability: 'search',
  input,
  whenToUse: ['Weather, temperature or forecast of a place.', 'Rain, snow, sun, heat or cold somewhere.'],
  examples: [
    'How warm is it in Lisbon at the moment?',
    'Do I need a coat in Oslo today?',
    'Weather for the workshop city, Berlin?',
    'كم درجة الحرارة في دبي الآن؟',
    'كيف الطقس في الرياض؟',
  ],
  tier: 'deferred',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  outbound: SEARCH_SERVICE,
  intents: ['research'],
  offline: {
    notConfigured: NO_WEB_SEARCH,
    fill: {
      location: {
        from: 'first',
        of: [
          { from: 'rule', read: placeIn },
          { from: 'prev', tool: 'get_location', path: 'city' },
        ],
      },
    },
    cues: ['weather', 'temperature', 'how warm', 'how cold', 'forecast', 'coat', 'الطقس', 'درجة الحرارة'],
    applies: ({ normalized }) =>
      /\b(?:weather|temperature|warm|cold|hot|forecast|coat|rain\w*|umbrella|sunny)\b|طقس|الحراره|حراره|مطر/u.test(
        normalized,
      ),
    ask: { location: { en: 'The weather of which place?', ar: 'طقس أي مدينة؟' } },
    reply: { en: reply, ar: replyArabic },
  },
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

function reply({ location, found, temperatureC, source }: Weather): string {
  if (!found || temperatureC === null) return `I could not read the weather of ${location} anywhere.`;
  return `It is ${oneDecimal(temperatureC)} °C in ${location}${source ? `, says ${source.title} (${source.url})` : ''}.`;
}

function replyArabic({ location, found, temperatureC, source }: Weather): string {
  if (!found || temperatureC === null) return `لم أتمكن من قراءة حالة الطقس في ${location}.`;
  return `درجة الحرارة في ${location} ${oneDecimal(temperatureC)} مئوية${source ? `، بحسب ${source.title} (${source.url})` : ''}.`;
}
