// Synonyms of the values in records.

export const DISTRICTS = {
  Paphos: ['Pafos', 'Baf', 'بافوس'],
  Limassol: ['Lemesos', 'ليماسول'],
  Larnaca: ['Larnaka', 'لارنكا', 'لارناكا'],
  Nicosia: ['Lefkosia', 'نيقوسيا'],
  Famagusta: ['Ammochostos', 'فاماغوستا'],
};
export const PROPERTY_TYPES = {
  Apartment: ['flat', 'شقة', 'شقق'],
  Villa: ['فيلا', 'فلل'],
  House: ['منزل', 'بيت'],
  Townhouse: ['maisonette', 'تاون هاوس'],
  Studio: ['استوديو'],
};
export const DEAL_TYPES = {
  sale: ['for sale', 'للبيع'],
  rent: ['rental', 'to rent', 'for rent', 'للإيجار'],
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

/** Values without synonyms. */
export const plain = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, []]));
