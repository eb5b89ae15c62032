import { type OrgTransaction, ToolError } from '#pack-kit';
import type { DealType, PropertyStatus, PropertyType, TitleDeed } from './entities/index.ts';

/** A listing with the facts that documents need. Prices are whole euro, for rents per month. */
export interface Property {
  id: string;
  reference: string;
  title: string;
  description: string;
  district: string;
  area: string;
  addressLine: string;
  propertyType: PropertyType;
  dealType: DealType;
  price: number;
  bedrooms: number;
  bathrooms: number;
  coveredAreaSqm: number;
  plotAreaSqm: number | null;
  distanceToSea: number;
  seaView: boolean;
  pool: boolean;
  yearBuilt: number;
  titleDeed: TitleDeed;
  titleDeedNumber: string;
  energyClass: string;
  status: PropertyStatus;
  ownerContactId: string | null;
  agentUserId: string | null;
  listedAt: Date;
  sample: boolean;
}

export const PROPERTY_COLUMNS = `
  id, reference, title, description, district, area, address_line AS "addressLine", property_type AS "propertyType",
  deal_type AS "dealType", price, bedrooms, bathrooms, covered_area_sqm AS "coveredAreaSqm", plot_area_sqm AS "plotAreaSqm",
  distance_to_sea AS "distanceToSea", sea_view AS "seaView", pool, year_built AS "yearBuilt", title_deed AS "titleDeed",
  title_deed_number AS "titleDeedNumber", energy_class AS "energyClass", status, owner_contact_id AS "ownerContactId",
  agent_user_id AS "agentUserId", listed_at AS "listedAt", sample`;

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
