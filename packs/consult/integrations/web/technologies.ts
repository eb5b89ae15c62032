import { z } from 'zod';
export type Confidence = 'high' | 'medium';

export const technology = z.object({
  name: z.string(),
  category: z.string(),
  evidence: z.string().describe('The text in which it was detected'),
  confidence: z.enum(['high', 'medium']).describe('High: a distinctive mark; medium: the name of a file'),
});
export type Technology = z.infer<typeof technology>;

type Marker = [pattern: RegExp, confidence?: Confidence];

/** Patterns in pages (https://www.wappalyzer.com lists many more); the first match is the evidence. */
const IN_PAGE: [category: string, name: string, ...markers: Marker[]][] = [
  ['cms', 'WordPress', [/wp-content\/|wp-includes\//i], [/<meta[^>]+generator[^>]+wordpress/i]],
  ['shop', 'Shopify', [/cdn\.shopify\.com/i]],
  ['cms', 'Wix', [/static\.wixstatic\.com/i]],
  ['cms', 'Squarespace', [/static1\.squarespace\.com/i]],
  ['cms', 'Webflow', [/data-wf-page/i]],
  ['cms', 'Drupal', [/Drupal\.settings|drupal-settings-json/i], [/<meta[^>]+generator[^>]+drupal/i]],
  ['shop', 'Magento', [/Magento_|["'/]mage\//]],
  ['framework', 'React', [/data-reactroot/i], [/react-dom[.\w-]*\.js/i, 'medium']],
  ['framework', 'Next.js', [/__NEXT_DATA__/], [/\/_next\/static/]],
  ['framework', 'Nuxt', [/__NUXT__/]],
  ['framework', 'Vue', [/\sdata-v-[0-9a-f]{6,}/i]],
  ['framework', 'Angular', [/\bng-version=/i]],
  ['framework', 'jQuery', [/jquery[.\w-]*\.js/i, 'medium']],
  ['framework', 'Bootstrap', [/bootstrap[.\w-]*\.(?:css|js)/i, 'medium']],
  ['crm', 'HubSpot', [/js\.hs-scripts\.com|hsforms\.(?:net|com)/i]],
  ['crm', 'Salesforce Pardot', [/pardot\.com/i]],
  ['newsletter', 'Mailchimp', [/list-manage\.com|chimpstatic\.com/i]],
  ['crm', 'Marketo', [/munchkin\.marketo|munchkin\.js/i]],
  ['analytics', 'Google Analytics', [/gtag\/js|google-analytics\.com/i]],
  ['analytics', 'Google Tag Manager', [/gtm\.js|googletagmanager\.com\/ns/i]],
  ['analytics', 'Meta Pixel', [/fbevents\.js/i]],
  ['analytics', 'Hotjar', [/static\.hotjar\.com/i]],
  ['analytics', 'Matomo', [/matomo\.js/i, 'medium']],
  ['chat', 'Intercom', [/widget\.intercom\.io/i]],
  ['chat', 'Drift', [/js\.driftt\.com/i]],
  ['chat', 'Zendesk', [/static\.zdassets\.com/i]],
  ['chat', 'Tawk', [/embed\.tawk\.to/i]],
  ['chat', 'Crisp', [/client\.crisp\.chat/i]],
  ['payment', 'Stripe', [/js\.stripe\.com/i]],
];

/** Technologies of a page, detected in its HTML and headers. */
export function technologiesIn(html: string, headers: Readonly<Record<string, string>>): Technology[] {
  const found = IN_PAGE.flatMap(([category, name, ...markers]): Technology[] => {
    for (const [pattern, confidence = 'high'] of markers) {
      const mark = pattern.exec(html)?.[0];
      if (mark) return [{ name, category, evidence: mark.slice(0, 80), confidence }];
    }
    return [];
  });
  const server = headers['server']?.slice(0, 60) ?? '';
  const inHeaders: [seen: boolean, name: string, evidence: string][] = [
    [headers['cf-ray'] !== undefined, 'Cloudflare', 'cf-ray header'],
    [/nginx/i.test(server), 'nginx', `server: ${server}`],
    [/apache/i.test(server), 'Apache', `server: ${server}`],
  ];
  return [
    ...found,
    ...inHeaders.flatMap(([seen, name, evidence]): Technology[] =>
      seen ? [{ name, category: 'delivery', evidence, confidence: 'high' }] : [],
    ),
  ];
}

export const opportunity = z.object({
  title: z.string(),
  why: z.string(),
});
export type Opportunity = z.infer<typeof opportunity>;

const OPPORTUNITIES = {
  assistant: {
    title: 'Assistant for visitors',
    why: 'The page has no chat: questions of visitors stay unanswered outside office hours.',
  },
  leads: {
    title: 'Lead capture and scoring',
    why: 'There is a form and no CRM behind it that could be seen.',
  },
  shop: {
    title: 'Product advice and search',
    why: 'The site is a shop; visitors look for products in their own words.',
  },
  content: {
    title: 'Content and search assistant',
    why: 'There is much to read; an assistant finds and writes it faster.',
  },
  measurement: {
    title: 'Measurement first',
    why: 'No analytics could be seen, so no improvement could be shown either.',
  },
} satisfies Record<string, Opportunity>;

export type Focus = 'ai_opportunities' | 'marketing_stack';

const MANY_LINKS = 40;
const MARKETING = new Set(['crm', 'newsletter', 'analytics', 'chat']);

/** Missing features of a page, and suggestions for it. A focus selects one half of them. */
export function findingsOf(html: string, technologies: readonly Technology[], focus: Focus | undefined) {
  const has = (category: string) => technologies.some((technology) => technology.category === category);
  const hasForm = /<form\b/i.test(html);
  const leadForm = hasForm && /type=["']?email|name=["'][^"']*(?:email|phone|contact)/i.test(html);
  const newsletter = has('newsletter') || /newsletter|subscribe/i.test(html);
  const missing = [
    ...(has('chat') ? [] : ['chat widget']),
    ...(leadForm ? [] : ['lead form']),
    ...(has('analytics') ? [] : ['analytics']),
    ...(has('crm') ? [] : ['CRM']),
    ...(newsletter ? [] : ['newsletter']),
  ];
  const hasMuchToRead =
    /\/blog\b|class=["'][^"']*\bpost\b/i.test(html) ||
    (html.match(/<a\b[^>]*href=/gi)?.length ?? 0) >= MANY_LINKS;
  const found: [applies: boolean, opportunity: Opportunity][] = [
    [!has('chat'), OPPORTUNITIES.assistant],
    [hasForm && !has('crm'), OPPORTUNITIES.leads],
    [has('shop'), OPPORTUNITIES.shop],
    [hasMuchToRead, OPPORTUNITIES.content],
    [!has('analytics'), OPPORTUNITIES.measurement],
  ];
  return {
    technologies: technologies.filter(
      ({ category }) => focus !== 'marketing_stack' || MARKETING.has(category),
    ),
    missing: focus === 'ai_opportunities' ? [] : missing,
    opportunities:
      focus === 'marketing_stack'
        ? []
        : found.flatMap(([applies, opportunity]) => (applies ? opportunity : [])),
  };
}
