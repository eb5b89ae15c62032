import type { OfflineToolHints } from '#pack-kit';
import { hasPhrase, phraseList } from '#text';
import type { ListingAlert } from '../tools/send-listing-alert.tool.ts';
import { inBoth, sampleNote, type Wording } from '../wording.ts';
import { failureIn } from './failure.ts';
import { CONTACT_UNLESS_NAMED } from './requests.ts';

/** Mails about anything other than new listings are not sent by this tool. */
const NEW_LISTINGS = phraseList(
  'anything new, new flat, new listing, new home, alert, تنبيها, الجديدة, المعروضة',
);

function reply({ sent, status, propertyIds, recipient, sample }: ListingAlert, language: Wording): string {
  const arabic = language === 'ar';
  if (!sent)
    return arabic
      ? `لا يوجد جديد مناسب، لذلك لم يُرسل شيء إلى ${recipient}.`
      : `Nothing new fits, so nothing was sent to ${recipient}.`;
  const ids = propertyIds.join(arabic ? '، ' : ', ');
  const told = arabic
    ? `التنبيه بالعقارات ${ids} إلى ${recipient} ${status === 'sent' ? 'أُرسل' : 'في صندوق الصادر ولم يُسلَّم بعد'}.`
    : `The alert with ${ids} to ${recipient} ${status === 'sent' ? 'was sent' : 'is in the outbox, not delivered'}.`;
  return [told, sampleNote(sample, language)].filter(Boolean).join(' ');
}

export const sendListingAlertHints: OfflineToolHints = {
  fill: {
    contactId: CONTACT_UNLESS_NAMED,
    propertyIds: { from: 'id', prefix: 'prop' },
    since: { from: 'datetime', after: ['since', 'منذ'] },
    maxListings: { from: 'int', words: ['top', 'listings', 'عقارات'] },
    message: { from: 'quoted' },
  },
  cues: phraseList('mail, anything new, alert, fits her, fits him, تنبيها, أبلغ, الجديدة'),
  applies: ({ normalized }) => hasPhrase(normalized.split(' '), NEW_LISTINGS),
  ask: { contactId: { en: 'Who should receive the alert?', ar: 'من يجب إبلاغه؟' } },
  reply: inBoth(reply),
  failure: failureIn({
    CONFLICT: 'أُبلغ هذا الشخص بالعقارات نفسها خلال آخر 24 ساعة، ولم يُرسل شيء.',
    FORBIDDEN: 'لم يوافق هذا الشخص على الرسائل التسويقية، ولم يُرسل شيء.',
    NOT_FOUND: 'لا يوجد شخص أو عقار بهذا الرقم، ولم يُرسل شيء.',
  }),
};
