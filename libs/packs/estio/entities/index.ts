export { activityOutcomes, activityTypes, EstioActivity } from './activity.entity.ts';
export type { ActivityOutcome, ActivityType } from './activity.entity.ts';
export { EstioContact, leadStatuses } from './contact.entity.ts';
export type { ContactType, LeadStatus } from './contact.entity.ts';
export { EstioDealParty, type DealRole } from './deal-party.entity.ts';
export { dealStages, EstioDeal, type DealStage } from './deal.entity.ts';
export { dealTypes, EstioProperty, propertyStatuses, propertyTypes } from './property.entity.ts';
export type { DealType, PropertyStatus, PropertyType, TitleDeed } from './property.entity.ts';
