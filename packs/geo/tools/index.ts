import { compareSalesBetweenDistricts } from './compare-sales-between-districts.tool.ts';
import { findUnitsByBudget } from './find-units-by-budget.tool.ts';
import type { GeoTool } from './geo-tool.ts';
import { getCommunities } from './get-communities.tool.ts';
import { getCurrentSupply } from './get-current-supply.tool.ts';
import { getDistricts } from './get-districts.tool.ts';
import { getMunicipalitySales } from './get-municipality-sales.tool.ts';
import { getTopDistrictsInMunicipality } from './get-top-districts-in-municipality.tool.ts';
import { getTotalSalesValue } from './get-total-sales-value.tool.ts';
import { getTransactionCount } from './get-transaction-count.tool.ts';
import { searchGeospatialMetadata } from './search-geospatial-metadata.tool.ts';

/** The tools of the server. */
export const geoTools: readonly GeoTool[] = [
  searchGeospatialMetadata,
  getDistricts,
  getCommunities,
  getTotalSalesValue,
  getTransactionCount,
  compareSalesBetweenDistricts,
  getMunicipalitySales,
  getTopDistrictsInMunicipality,
  findUnitsByBudget,
  getCurrentSupply,
];
