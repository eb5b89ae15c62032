import { z } from 'zod';
import type { Statistic } from '../integrations/arcgis/arcgis-client.ts';
import type { Condition } from '../integrations/arcgis/conditions.ts';
import type { Backend } from '../integrations/server/backend.ts';
import { placeNamed, checkYear, salesOfYear, sharedResult } from './answers.ts';
import { districtArgument, saleTypeArgument, yearArgument } from './arguments.ts';

/** Arguments of the tools on the sales of one district in one year. */
export const districtSalesInput = z.object({
  district: districtArgument(),
  year: yearArgument(),
  property_type: saleTypeArgument(),
});

/** Statistics over these sales, and the fields by which a result repeats its arguments. */
export async function districtSales(
  { district, year, property_type }: z.infer<typeof districtSalesInput>,
  statistics: readonly Statistic[],
  backend: Backend,
  signal: AbortSignal,
) {
  const place = placeNamed(await backend.gazetteer.get(), 'district', 'district', district);
  checkYear(backend.settings, year);
  const where: Condition[] = [
    { field: 'district_en', is: place.nameEn },
    ...salesOfYear(year, property_type),
  ];
  const [row] = await backend.client.statistics('sales', { where, statistics }, signal);
  const shared = await sharedResult(backend);
  const { nameEn, nameAr } = place;
  return {
    asked: { ...shared, district: nameEn, district_ar: nameAr, year, property_type: property_type ?? null },
    row,
  };
}
