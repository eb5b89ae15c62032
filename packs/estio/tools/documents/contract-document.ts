import type { PdfBlock, PdfDocument } from '#artifacts';
import type { Party } from '../../schema/deal.repository.ts';
import type { ContractType } from '../../schema/entities/index.ts';
import { numberInWords } from './number-words.ts';
import type { Property } from '../../schema/property.read-model.ts';
import { bedroomsName, count } from '../../wording.ts';

/** The facts of a contract. Amounts are whole euro. */
export interface ContractFacts {
  contractType: ContractType;
  version: number;
  dealId: string;
  agreementDate: string;
  completionDate: string;
  parties: Party[];
  property: Property;
  price: number;
  deposit: number;
  conditions: string[];
  /** Day until which the accepted offer is valid; null without a recorded offer. */
  offerValidUntil: string | null;
  agency: { name: string; license: string; address: string; commissionPct: number };
}

const TITLES: Record<ContractType, string> = {
  reservation_agreement: 'Reservation agreement',
  sale_agreement: 'Sale agreement',
  rental_agreement: 'Rental agreement',
};
const FIELDS_OF_PROPERTY = ['reference', 'propertyType', 'addressLine', 'district', 'area'] as const;
const FIELDS_OF_PARTY = ['name', 'identityNumber', 'address', 'email', 'phone'] as const;
const GIVING = ['seller', 'landlord'];

/** Missing facts that a contract needs, such as `buyer.identityNumber`. */
export function missingFacts(
  parties: readonly Party[],
  property: Property,
  dealType: 'sale' | 'rent',
): string[] {
  const roles = dealType === 'sale' ? ['seller', 'buyer'] : ['landlord', 'tenant'];
  const absent = roles.filter((role) => !parties.some((party) => party.role === role));
  const gaps = parties.flatMap((party) =>
    FIELDS_OF_PARTY.filter((field) => isBlank(party[field])).map((field) => `${party.role}.${field}`),
  );
  return [...absent, ...gaps, ...missingOfProperty(property)];
}

/** The title deed: its number when it is issued, otherwise its state. */
function missingOfProperty(property: Property): string[] {
  const blank: string[] = FIELDS_OF_PROPERTY.filter((field) => isBlank(property[field]));
  if (property.titleDeed === 'yes' && isBlank(property.titleDeedNumber)) blank.push('titleDeedNumber');
  return blank.map((field) => `property.${field}`);
}

const isBlank = (text: string | null) => text === null || text.trim() === '';

/** The contract from a fixed template. No model writes any of it, and no field is left blank. */
export function contractDocument(facts: ContractFacts): PdfDocument {
  const { contractType, property, dealId, version } = facts;
  return {
    title: `${TITLES[contractType]}: ${property.title}`,
    footer: `DRAFT for legal review, not to be signed before a lawyer has approved it · ${dealId} · version ${version}`,
    blocks: [
      { text: `This agreement is made on ${facts.agreementDate} between the parties named below.` },
      ...facts.parties.flatMap(partyBlocks),
      ...propertyBlocks(facts),
      ...priceBlocks(facts),
      ...(contractType === 'rental_agreement' ? rentalBlocks(facts) : []),
      ...conditionBlocks(facts),
      ...agencyBlocks(facts),
      { heading: 'Signatures' },
      { items: facts.parties.map(({ role, name }) => `Signature of ${name} (${role}), with date`) },
    ],
  };
}

/** The number of template fields that were filled from stored facts. */
export function filledFields({ blocks }: PdfDocument): number {
  return blocks.reduce((sum, block) => sum + ('facts' in block ? block.facts.length : 0), 0);
}

function partyBlocks({ role, name, identityNumber, address, email, phone }: Party): PdfBlock[] {
  return [
    { heading: `The ${role}` },
    {
      facts: [
        ['Full name', name],
        ['Identity card or passport', identityNumber ?? ''],
        ['Address', address ?? ''],
        ['E-mail', email ?? ''],
        ['Phone', phone ?? ''],
      ],
    },
  ];
}

function propertyBlocks({ property }: ContractFacts): PdfBlock[] {
  const { titleDeed, titleDeedNumber } = property;
  return [
    { heading: 'The property' },
    {
      facts: [
        ['Reference', property.reference],
        ['Type', property.propertyType],
        ['District', property.district],
        ['Area', property.area],
        ['Address', `${property.addressLine}, ${property.district}`],
        ['Covered area', `${property.coveredAreaSqm} m²`],
        ['Plot', property.plotAreaSqm === null ? 'none of its own' : `${property.plotAreaSqm} m²`],
        ['Bedrooms', bedroomsName(property.bedrooms, 'en')],
        [
          'Title deed',
          titleDeed === 'yes'
            ? `issued, number ${titleDeedNumber}`
            : titleDeed === 'pending'
              ? 'pending'
              : 'not issued',
        ],
      ],
    },
  ];
}

const amount = (value: number) => `€${count(value)} (${numberInWords(value)} euro)`;

function validity(offerValidUntil: string | null): [string, string][] {
  return offerValidUntil === null ? [] : [['Accepted offer valid until', offerValidUntil]];
}

function priceBlocks({
  contractType,
  price,
  deposit,
  completionDate,
  offerValidUntil,
}: ContractFacts): PdfBlock[] {
  if (contractType === 'rental_agreement')
    return [
      { heading: 'Rent' },
      {
        facts: [['Monthly rent', amount(price)], ['Deposit', amount(deposit)], ...validity(offerValidUntil)],
      },
    ];
  return [
    { heading: 'Price' },
    {
      facts: [
        ['Agreed price', amount(price)],
        [contractType === 'reservation_agreement' ? 'Reservation deposit' : 'Deposit', amount(deposit)],
        ['Balance on completion', amount(price - deposit)],
        ['Completion', completionDate],
        ...validity(offerValidUntil),
      ],
    },
  ];
}

function rentalBlocks({ completionDate }: ContractFacts): PdfBlock[] {
  return [
    { heading: 'Term' },
    {
      facts: [
        ['Start', completionDate],
        ['Term', '12 months'],
        ['Notice', '1 month'],
      ],
    },
  ];
}

function conditionBlocks({ conditions, contractType }: ContractFacts): PdfBlock[] {
  const standard = {
    reservation_agreement:
      'The property is taken off the market until completion; the deposit counts towards the price.',
    sale_agreement:
      'The seller transfers the property free of charges and debts on completion, against the balance.',
    rental_agreement:
      'The deposit is returned at the end of the term, less the cost of damage beyond fair wear.',
  }[contractType];
  return [{ heading: 'Conditions' }, { items: [standard, ...conditions] }];
}

function agencyBlocks({ agency, parties }: ContractFacts): PdfBlock[] {
  const payer = parties.find(({ role }) => GIVING.includes(role));
  return [
    { heading: 'Agency' },
    {
      facts: [
        ['Name', agency.name],
        ...(agency.license ? [['Licence', agency.license] as const] : []),
        ...(agency.address ? [['Address', agency.address] as const] : []),
        ['Commission', `${agency.commissionPct}% of the price, paid by ${payer?.name ?? 'the seller'}`],
      ],
    },
  ];
}
