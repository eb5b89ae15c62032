// Synonyms of the values in records, in the forms of people's messages.
import { z } from 'zod';
import { keysOf } from '#pack-kit';
import { phraseList } from '#text';
import { districts } from '../places.ts';

export const DISTRICT_WORDS = Object.fromEntries(districts.map(({ name, spellings }) => [name, spellings]));
export const PROPERTY_TYPE_WORDS = {
  Apartment: ['flat', 'apartments', 'flats', 'شقة', 'شقق', 'شقه'],
  Villa: ['villas', 'فيلا', 'فلل', 'فيلات'],
  House: ['houses', 'home', 'منزل', 'بيت', 'منازل', 'بيوت'],
  Townhouse: ['townhouses', 'town house', 'maisonette', 'maisonettes', 'تاون هاوس'],
  Studio: ['studios', 'studio apartment', 'studio flat', 'استوديو', 'ستوديو'],
};

export const DEAL_TYPE_WORDS = {
  sale: ['buy', 'to buy', 'buying', 'purchase', 'for sale', 'sell', 'للبيع', 'شراء', 'للشراء', 'بيع'],
  rent: phraseList(
    'rental, rentals, to rent, for rent, renting, monthly, a month, per month, lease, للإيجار, إيجار, استئجار, شهريا, في الشهر',
  ),
};

export const PROPERTY_STATES = {
  available: ['متاح', 'متاحة'],
  reserved: ['محجوز'],
  sold: ['مباع'],
  rented: ['مؤجر'],
  withdrawn: ['مسحوب'],
};
/** Words for all open deals, and for all closed ones. */
const OPEN = ['open', 'active', 'ongoing', 'مفتوحة', 'جارية'];
const CLOSED = ['close', 'closed', 'مغلقة', 'أغلقنا', 'أغلقت'];
export const STAGES = {
  new: ['جديدة', ...OPEN],
  qualified: ['مؤهلة', ...OPEN],
  viewing: ['معاينة', ...OPEN],
  offer: OPEN,
  negotiation: ['negotiating', 'تفاوض', ...OPEN],
  offer_accepted: ['accepted offer', ...OPEN],
  contract: OPEN,
  signed: OPEN,
  closed_won: ['won', 'win', 'رابحة', 'ربحنا', ...CLOSED],
  closed_lost: ['lost', 'lose', 'خاسرة', 'خسرنا', ...CLOSED],
};

/** The kinds of activities, each with the words that people use for it. */
export const ACTIVITY_WORDS = {
  call: ['phone', 'rang', 'ring', 'called', 'phoned', 'اتصلت', 'اتصال', 'مكالمة', 'اتصل'],
  email: ['mail', 'e-mail', 'mailed', 'emailed', 'بريد'],
  message: ['messaged', 'texted', 'whatsapp', 'رسالة'],
  meeting: ['met', 'appointment', 'اجتماع', 'قابلت', 'التقيت'],
  viewing: ['visit', 'viewed', 'showed', 'معاينة', 'زيارة'],
  offer: ['bid', 'عرض سعر'],
  document: ['paper', 'papers', 'passport', 'مستند', 'وثيقة'],
  task: ['todo', 'to do', 'remind', 'reminder', 'مهمة', 'ذكرني'],
  status_change: ['status', 'حالة'],
  note: ['ملاحظة'],
} as const;

/** Values without synonyms. */
export const plain = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, []]));

// Values in the results of tools.
export const propertyType = z.enum(keysOf(PROPERTY_TYPE_WORDS));
export const dealType = z.enum(keysOf(DEAL_TYPE_WORDS));
export const dealStage = z.enum(keysOf(STAGES));
export const dealRole = z.enum(['buyer', 'seller', 'tenant', 'landlord']);
