export { EstioActivity, type ActivityOutcome, type ActivityType } from './activity.entity.ts';
export { EstioContact, leadStatuses, type ContactType, type LeadStatus } from './contact.entity.ts';
export { EstioDealParty, type DealRole } from './deal-party.entity.ts';
export { EstioDeal, type DealStage } from './deal.entity.ts';
export { EstioProperty } from './property.entity.ts';
export type { DealType, PropertyStatus, PropertyType, TitleDeed } from './property.entity.ts';
