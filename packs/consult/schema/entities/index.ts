export { ConsultCaseStudy } from './case-study.entity.ts';
export { ConsultDocument, type DocumentKind } from './document.entity.ts';
export { ConsultLead } from './lead.entity.ts';
export { ConsultSession } from './session.entity.ts';
