import type { IntentSpec } from '#pack-kit';
import { normalizedWords, hasPhrase } from '#text';

/** An intent and its packs; without packs, it applies to all. */
type PlatformIntent = IntentSpec & { packs?: readonly string[] };

function intent(name: string, en: string, ar: string, ...packs: string[]): PlatformIntent {
  const split = (list: string, mark: RegExp) => list.split(mark).map((word) => word.trim());
  return { name, keywords: { en: split(en, /,/), ar: split(ar, /،/) }, ...(packs.length > 0 && { packs }) };
}

/** Intents of the platform, detected by keywords as whole words with simple endings. Packs can add keywords and intents. */
const INTENTS: readonly PlatformIntent[] = [
  intent(
    'billing',
    'invoice, payment, charge, refund, price, cost, bill',
    'فاتورة، دفع، سعر، تكلفة، استرداد',
  ),
  intent(
    'scheduling',
    'book, schedule, appointment, event, calendar, meeting, available',
    'موعد، حجز، جدول، تقويم، اجتماع، متاح',
  ),
  intent('support', 'ticket, issue, problem, broken, not working, error, bug', 'مشكلة، عطل، خطأ، لا يعمل'),
  intent('products', 'product, item, catalog, stock, inventory', 'منتج، مخزون، كتالوج'),
  intent('contact', 'contact, customer, client, lead, subscriber', 'عميل، زبون، جهة اتصال'),
  intent('email', 'email, newsletter, campaign, template', 'بريد، رسالة، نشرة، حملة'),
  intent('content', 'page, blog, post, image, photo, media', 'صفحة، مدونة، صورة، فيديو'),
  intent('memory', 'remember, recall, note that, prefers, told us, last time', 'تذكر، يفضل، ذكر سابقا'),
  intent('admin', 'dashboard, statistics, conversion, report of leads', 'لوحة، إحصاءات، تحويل'),
  intent(
    'property',
    'property, apartment, flat, villa, house, townhouse, studio, listing, bedroom, viewing, offer, contract, mortgage',
    'عقار، شقة، فيلا، منزل، غرفة نوم، معاينة، عقد، قرض',
    'estio',
  ),
  intent(
    'hardware',
    'bom, parts, component, wiring, pin, schematic, code, firmware, sketch, budget, sensor, board',
    'دائرة، حساس، توصيل، كود، قطع',
    'ohm',
  ),
  intent(
    'research',
    'search, find out, look up, website, weather, stock price, competitor, company',
    'ابحث، طقس، سهم، شركة، منافس، موقع',
    'consult',
  ),
  intent(
    'value',
    'roi, payback, savings, hours, wasted, inefficient, worth it',
    'عائد، توفير، ساعات، هدر',
    'consult',
  ),
  intent(
    'document',
    'proposal, memo, summary, syllabus, agenda, diagram, action items, follow-up',
    'عرض، مذكرة، ملخص، مخطط، خطة، متابعة',
    // Files of this pack are documents too: `read_file` and `write_file` declare the intent.
    'consult',
    'ohm',
  ),
  intent('vision', 'screen, webcam, camera, show you, see this', 'شاشة، كاميرا، انظر', 'consult'),
  intent(
    'analytics',
    'transaction, sales, sold, value, total, compare, top, rank, district, community, municipality',
    'معاملة، معاملات، مبيعات، قيمة، إجمالي، قارن، أعلى، منطقة، بلدية، مجتمع',
    'geo',
  ),
  intent('rental', 'rent, rental, lease, budget, tenant', 'إيجار، استئجار، ميزانية', 'geo'),
  intent(
    'supply',
    'supply, inventory, units, stock of homes, available homes',
    'المعروض، وحدات، مخزون سكني',
    'geo',
  ),
];

/** The intents of a pack: the platform's general ones, those for this pack, and the pack's own. */
export function intentsOf(pack: string, own: readonly IntentSpec[] = []): IntentSpec[] {
  return [...INTENTS.filter(({ packs }) => packs === undefined || packs.includes(pack)), ...own];
}

/**
 * Returns the names of all intents with a keyword in the text, in the order of the table. Keywords match whole words with
 * simple endings, after normalisation.
 */
export function detectIntents(text: string, intents: readonly IntentSpec[]): string[] {
  const words = normalizedWords(text);
  const found = intents.filter(
    ({ keywords }) => hasPhrase(words, keywords.en) || hasPhrase(words, keywords.ar),
  );
  return [...new Set(found.map(({ name }) => name))];
}
