import { z } from 'zod';
import { dayIn } from '#text';
import { defineTool, idText, listOf } from '#pack-kit';
import { logActivity } from '../schema/activity.repository.ts';
import { keepDocument, renderDocument } from '../schema/document.repository.ts';
import { lastMonths, marketFigures } from '../schema/market.read-model.ts';
import { propertyOf } from '../schema/property.read-model.ts';
import { reportDocument, reportSections, reportSummary } from './documents/report-document.ts';
import { pricePosition, comparable, comparablesOf, pricePositionOf } from '../schema/report.read-model.ts';
import { formatArgument } from './shared/arguments.ts';

const MARKET_MONTHS = 12;

const input = z.object({
  propertyId: idText('Such as prop-0017.'),
  sections: listOf(z.enum(reportSections), {
    min: 1,
    max: 5,
    description: 'Parts of the report. Omitted: all.',
  }).optional(),
  format: formatArgument(),
});

const result = z.object({
  reportId: z.string(),
  documentId: z.string(),
  title: z.string(),
  url: z.string(),
  format: z.enum(['pdf', 'markdown']),
  comparables: z.array(comparable),
  pricePosition,
  summary: z.string(),
  sample: z.literal(true).optional(),
});
export type PropertyReport = z.infer<typeof result>;

export const generatePropertyReport = defineTool({
  name: 'generate_property_report',
  description:
    'Makes a document about one property (PDF or Markdown) with its facts, comparable listings and where its price stands.',
  category: 'document',
  capability: 'document',
  input,
  result,
  whenToUse: ['A hand-out, fact sheet or valuation view of one property is wanted.'],
  examples: [
    'Make a fact sheet for prop-0017',
    'I need a comparison report on that Tala flat for the owner',
    'Print everything we have on this listing',
    'أنشئ تقريرا عن العقار prop-0017',
    'أريد تقرير مقارنة لهذه الشقة',
  ],
  role: 'any',
  sideEffect: 'write',
  intents: ['property', 'content'],
  async execute({ propertyId, sections = [...reportSections], format }, context): Promise<PropertyReport> {
    const { clock, timezone, contactId, caller, settings } = context;
    const now = clock.now();
    return context.write(async (tx) => {
      const property = await propertyOf(tx, propertyId);
      const { district, propertyType, dealType } = property;
      const facts = {
        property,
        comparables: await comparablesOf(tx, property),
        position: await pricePositionOf(tx, property),
        market: await marketFigures(tx, {
          district,
          propertyType,
          dealType,
          ...lastMonths(now, MARKET_MONTHS, timezone),
        }),
        agency: settings.get('ESTIO_AGENCY_NAME') ?? '',
        day: dayIn(timezone, now),
      };
      const document = reportDocument(facts, sections);
      // The platform removes a document without a contact after a while.
      const kept = await keepDocument(tx, clock, {
        name: `report-${property.id}-${facts.day}`,
        content: renderDocument(document, format),
        format,
        place: `report:${property.id}`,
        contactIds: contactId === undefined ? [] : [contactId],
      });
      if (contactId !== undefined)
        await logActivity(tx, {
          contactId,
          type: 'document',
          summary: `Report on ${property.title} (${property.reference}) made`,
          propertyId,
          by: caller.userId,
          now,
        });
      return {
        reportId: `report-${kept.documentId}`,
        ...kept,
        title: document.title,
        format,
        comparables: facts.comparables,
        pricePosition: facts.position,
        summary: reportSummary(facts),
        ...(property.sample && { sample: true as const }),
      };
    });
  },
});
