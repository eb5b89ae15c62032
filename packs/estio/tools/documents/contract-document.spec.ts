import { contractDocument, missingFacts, type ContractFacts } from './contract-document.ts';
import type { Party } from '../../schema/deal.repository.ts';
import type { Property } from '../../schema/property.read-model.ts';

const property = {
  reference: 'CY-LA-0234',
  title: '2-bedroom apartment in Livadia',
  propertyType: 'Apartment',
  district: 'Larnaca',
  area: 'Livadia',
  addressLine: '234 Sample Street, Livadia',
  coveredAreaSqm: 90,
  plotAreaSqm: null,
  bedrooms: 2,
  titleDeed: 'pending',
  titleDeedNumber: '',
} as Property;
const party = (role: Party['role']): Party =>
  ({
    role,
    name: 'Ann Lee',
    identityNumber: 'P-1',
    address: 'A',
    email: 'a@example.com',
    phone: '1',
  }) as Party;
const facts = (change: Partial<ContractFacts>): ContractFacts => ({
  contractType: 'rental_agreement',
  version: 1,
  dealId: 'deal-001',
  agreementDate: '2026-03-02',
  completionDate: '2026-05-01',
  parties: [party('landlord'), party('tenant')],
  property,
  price: 710,
  deposit: 710,
  conditions: [],
  offerValidUntil: '2026-03-20',
  agency: { name: 'Aphrodite Homes', license: '', address: '', commissionPct: 5 },
  ...change,
});
const saidIn = (change: Partial<ContractFacts>) =>
  Object.fromEntries(
    contractDocument(facts(change)).blocks.flatMap((block) => ('facts' in block ? block.facts : [])),
  );

it.each(['rental_agreement', 'sale_agreement', 'reservation_agreement'] as const)(
  'a %s says the area of the home, and until when the accepted offer stands',
  (contractType) => {
    expect(saidIn({ contractType })).toMatchObject({
      District: 'Larnaca',
      Area: 'Livadia',
      'Accepted offer valid until': '2026-03-20',
    });
    expect(saidIn({ contractType, offerValidUntil: null })).not.toHaveProperty('Accepted offer valid until');
  },
);

it('is not made without the area', () =>
  expect(missingFacts([party('landlord'), party('tenant')], { ...property, area: ' ' }, 'rent')).toEqual([
    'property.area',
  ]));
