import { z } from 'zod';
import { momentOf } from '#text';
import { subjectOf, type ToolContext } from '#pack-kit';
import { personOf } from '../../schema/contact.read-model.ts';
import { invitationFile } from './invitation.ts';
import { propertyOf } from '../../schema/property.read-model.ts';
import { momentName, placeName, titleName, type Wording } from '../../wording.ts';

/** The booked viewing that a confirmation is about. */
interface BookedViewing {
  viewingId: string;
  startsAt: string;
  endsAt: string;
  property: { id: string };
  agent: { name: string };
}

/** The outcome of a confirmation. `failed`: the viewing is booked, the mail could not be sent. */
export const confirmation = z.object({
  notification: z.enum(['none', 'outbox', 'sent', 'failed']),
  warnings: z.array(z.string()).optional(),
});
export type Confirmation = z.infer<typeof confirmation>;

/** Mails the confirmation once per idempotency key. The booking stands even when the mail fails. */
export async function confirmByMail(
  booked: BookedViewing,
  given: { contactId: string },
  context: ToolContext,
): Promise<Confirmation> {
  const { mail, idempotencyKey, clock, timezone, settings, signal, caller } = context;
  const contactId = await subjectOf(given.contactId, context);
  const { person, property } = await context.read(async (tx) => ({
    person: await personOf(tx, contactId),
    property: await propertyOf(tx, booked.property.id),
  }));
  const language: Wording = person.language === 'ar' ? 'ar' : 'en';
  const when = momentName(momentOf(booked.startsAt, timezone), timezone, language);
  const agency = settings.get('ESTIO_AGENCY_NAME') ?? '';
  const words = {
    en: {
      subject: `Viewing of ${property.title} (${property.reference})`,
      text: `Dear ${person.firstName},\n\nwe have booked your viewing of ${property.title} (${property.reference}), ${property.area}: ${when} (${timezone}), with ${booked.agent.name}.\n\n${agency}`,
    },
    ar: {
      subject: `معاينة ${titleName(property.title, 'ar')} (${property.reference})`,
      text: `عزيزنا ${person.firstName}،\n\nحجزنا لكم معاينة ${titleName(property.title, 'ar')} (${property.reference}) في ${placeName(property.area, 'ar')}: ${when} (${timezone}) مع ${booked.agent.name}.\n\n${agency}`,
    },
  }[language];
  try {
    const { transport } = await mail.send({
      to: [person.email ?? ''],
      ...words,
      attachments: [
        {
          filename: 'viewing.ics',
          contentType: 'text/calendar',
          content: invitationFile({
            uid: `${booked.viewingId}@turnpike`,
            start: momentOf(booked.startsAt, timezone),
            end: momentOf(booked.endsAt, timezone),
            summary: words.subject,
            location: property.addressLine,
            at: clock.now(),
          }),
        },
      ],
      idempotencyKey: `${idempotencyKey}:confirmation`,
    });
    return { notification: transport === 'smtp' ? 'sent' : 'outbox' };
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    // Customers do not see the office's mail configuration.
    const why = caller.kind === 'contact' ? '.' : `: ${reason}`;
    return {
      notification: 'failed',
      warnings: [`The viewing is booked; the confirmation could not be sent${why}`],
    };
  }
}
