import { z } from 'zod';
import { defineTool, enumWithSynonyms, ToolError, type ToolContext } from '#pack-kit';
import { technology, findingsOf, technologiesIn } from '../integrations/web/technologies.ts';

const MAX_BYTES = 2 * 1_024 * 1_024;
const FOCUS = {
  ai_opportunities: ['ai', 'opportunities', 'ai opportunities', 'فرص'],
  marketing_stack: ['marketing', 'marketing tools', 'marketing stack', 'أدوات التسويق', 'تسويق'],
};

const input = z.object({
  url: z.string().trim().min(3).max(2_048).describe('Address of the site, such as example.com.'),
  focus: enumWithSynonyms(FOCUS, {
    description: 'Omitted: both.',
  }).optional(),
});

const result = z.object({
  url: z.string(),
  finalUrl: z.string(),
  title: z.string(),
  httpStatus: z.number(),
  technologies: z.array(technology),
  missing: z.array(z.string()),
  opportunities: z.array(z.object({ title: z.string(), why: z.string() })),
  fetchedAt: z.string(),
  bytes: z.number(),
});
export type SiteAnalysis = z.infer<typeof result>;

export const analyzeWebsiteTechStack = defineTool({
  name: 'analyze_website_tech_stack',
  description:
    'Fetches a website and names the technologies behind it, what it lacks, and what could be made of it.',
  category: 'consulting',
  capability: 'search',
  input,
  result,
  whenToUse: [
    'The visitor names their website, or asks what runs behind one.',
    'Which system, shop, analytics or tools a homepage or web page is built with.',
  ],
  examples: [
    'Our site is example.com, what do you see?',
    'What runs behind www.example.org?',
    'Check the marketing tools on our page',
    'ما التقنيات المستخدمة في موقعنا example.com؟',
    'افحص موقع شركتنا',
  ],
  role: 'any',
  sideEffect: 'none',
  outbound: true,
  intents: ['research'],
  async execute({ url: given, focus }, context): Promise<SiteAnalysis> {
    if ((context.settings.get('WEB_FETCH_ENABLED') ?? 'true').trim().toLowerCase() === 'false')
      throw new ToolError(
        'NOT_CONFIGURED',
        'Looking at websites is switched off: set WEB_FETCH_ENABLED to true.',
        { missingSettings: ['WEB_FETCH_ENABLED'] },
      );
    const url = addressOf(given);
    const response = await fetched(context, url);
    const type = response.headers['content-type'] ?? '';
    if (!/html/i.test(type))
      throw new ToolError(
        'UPSTREAM_REJECTED',
        `${new URL(url).host} answered with status ${response.status} and ${type.split(';')[0] || 'no type'}, which is not a web page.`,
      );
    const html = response.text();
    return {
      url,
      finalUrl: response.url,
      title: titleOf(html),
      httpStatus: response.status,
      ...findingsOf(html, technologiesIn(html, response.headers), focus),
      fetchedAt: context.clock.now().toISOString(),
      bytes: response.bytes.byteLength,
    };
  },
});

/** @throws ToolError VALIDATION_FAILED for an invalid web address */
function addressOf(given: string): string {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || !/[.:]/.test(url.hostname))
    throw refused('that is not a web address');
  return url.href;
}

function refused(problem: string): ToolError {
  return new ToolError('VALIDATION_FAILED', `This website cannot be looked at: ${problem}.`, {
    fields: [{ name: 'url', problem: `expected the address of a public website; ${problem}` }],
  });
}

/** An address that the outbound guard blocks is an invalid argument here, not a missing right. */
async function fetched({ http }: ToolContext, url: string) {
  try {
    return await http.request({
      url,
      headers: { accept: 'text/html,application/xhtml+xml' },
      maxBytes: MAX_BYTES,
      cut: true,
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'OUTBOUND_REFUSED')
      throw refused(error.message.replace(/\.\s.*$|\.$/s, ''));
    throw error;
  }
}

function titleOf(html: string): string {
  const title = /<title[^>]*>([^<]{0,300})/i.exec(html)?.[1] ?? '';
  return title.replace(/\s+/g, ' ').trim();
}
