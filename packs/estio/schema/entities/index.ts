import { EstioActivity } from './activity.entity.ts';
import { EstioCalendarEvent } from './calendar-event.entity.ts';
import { EstioContact } from './contact.entity.ts';
import { EstioContract } from './contract.entity.ts';
import { EstioDealParty } from './deal-party.entity.ts';
import { EstioDeal } from './deal.entity.ts';
import { EstioDraft } from './draft.entity.ts';
import { EstioListingAlert } from './listing-alert.entity.ts';
import { EstioOffer } from './offer.entity.ts';
import { EstioProperty } from './property.entity.ts';
import { EstioSignatureRequest } from './signature-request.entity.ts';
import { EstioViewing } from './viewing.entity.ts';

export {
  EstioActivity,
  EstioCalendarEvent,
  EstioContact,
  EstioContract,
  EstioDeal,
  EstioDealParty,
  EstioDraft,
  EstioListingAlert,
  EstioOffer,
  EstioProperty,
  EstioSignatureRequest,
  EstioViewing,
};
export { activityOutcomes, type ActivityOutcome, type ActivityType } from './activity.entity.ts';
export type { CalendarEventKind } from './calendar-event.entity.ts';
export { leadStatuses, type ContactType, type LeadStatus } from './contact.entity.ts';
export type { ContractStatus, ContractType } from './contract.entity.ts';
export type { DealRole } from './deal-party.entity.ts';
export type { DealStage } from './deal.entity.ts';
export type { OfferDirection, OfferStatus } from './offer.entity.ts';
export type { DealType, PropertyStatus, PropertyType, TitleDeed } from './property.entity.ts';
export type { SignatureStatus, Signer } from './signature-request.entity.ts';
export type { ViewingStatus } from './viewing.entity.ts';

/** Every table of the pack. */
export const entities = [
  EstioProperty,
  EstioContact,
  EstioDeal,
  EstioDealParty,
  EstioActivity,
  EstioViewing,
  EstioCalendarEvent,
  EstioOffer,
  EstioContract,
  EstioSignatureRequest,
  EstioDraft,
  EstioListingAlert,
];
