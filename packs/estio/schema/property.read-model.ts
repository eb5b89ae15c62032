import { columnsOf, type OrgTransaction, preconditionFailed, ToolError } from '#pack-kit';
import type { EstioProperty } from './entities/index.ts';
import { LISTING_FIELDS } from './property-search.read-model.ts';

const FIELDS = [
  ...LISTING_FIELDS,
  'addressLine',
  'titleDeedNumber',
  'status',
  'ownerContactId',
  'sample',
] as const satisfies (keyof EstioProperty)[];
/** A listing with the facts that documents need. */
export type Property = Pick<EstioProperty, (typeof FIELDS)[number]>;

export const PROPERTY_COLUMNS = columnsOf(FIELDS);

/** @throws ToolError NOT_FOUND */
export async function propertyOf(tx: OrgTransaction, id: string, { lock = false } = {}): Promise<Property> {
  const [row] = await tx.query<Property>(
    `SELECT ${PROPERTY_COLUMNS} FROM estio_properties WHERE org_id = $1 AND id = $2${lock ? ' FOR UPDATE' : ''}`,
    [id],
  );
  if (!row) throw new ToolError('NOT_FOUND', `There is no property ${id}.`);
  return row;
}

/** The properties in the order of `ids`. @throws ToolError NOT_FOUND naming the first that the org does not have. */
export async function propertiesOf(tx: OrgTransaction, ids: readonly string[]): Promise<Property[]> {
  const rows = await tx.query<Property>(
    `SELECT ${PROPERTY_COLUMNS} FROM estio_properties WHERE org_id = $1 AND id = ANY($2)`,
    [ids],
  );
  return ids.map((id) => {
    const row = rows.find((candidate) => candidate.id === id);
    if (!row) throw new ToolError('NOT_FOUND', `There is no property ${id}.`);
    return row;
  });
}

/** Returns the property. @throws ToolError PRECONDITION_FAILED, with the consequence, if it is not available or reserved. */
export function requireAvailable(property: Property, consequence: string): Property {
  if (property.status === 'available' || property.status === 'reserved') return property;
  throw preconditionFailed(
    `${property.title} (${property.reference}) is ${property.status}; ${consequence}.`,
  );
}
