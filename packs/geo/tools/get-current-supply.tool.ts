import { z } from 'zod';
import type { Condition } from '../integrations/arcgis/conditions.ts';
import { supplyResult, type SupplyResult } from '../schema/results.ts';
import { numberOf, placeNamed, sharedResult } from './answers.ts';
import { districtArgument, homeTypeArgument } from './arguments.ts';
import { defineGeoTool } from './geo-tool.ts';

const UNITS = ['existing_units', 'under_construction_units', 'available_units'] as const;

const input = z.object({ district: districtArgument(), property_type: homeTypeArgument() });

export const getCurrentSupply = defineGeoTool({
  name: 'get_current_supply',
  title: 'Housing stock',
  description:
    'Housing stock of a district by type in the latest year: existing, under construction and available.',
  category: 'supply',
  input,
  result: supplyResult,
  whenToUse: [
    'Supply, stock, number of homes or units, or what is under construction in a district.',
    'What is being built, planned or completed there; new homes; flats against villas.',
  ],
  examples: [
    'How many homes exist in Masdar City now?',
    'Villa stock in Mohamed Bin Zayed City',
    'What is under construction on Yas?',
    'كم عدد الوحدات السكنية في مدينة مصدر؟',
    'المعروض الحالي من الفلل في مدينة محمد بن زايد',
    'ما الوحدات قيد الإنشاء في جزيرة ياس؟',
  ],
  intents: ['supply'],
  ptcValue: 'rows',
  async execute({ district, property_type: type }, backend, signal): Promise<SupplyResult> {
    const place = placeNamed(await backend.gazetteer.get(), 'district', 'district', district);
    const { client } = backend;
    const here: Condition[] = [{ field: 'district_en', is: place.nameEn }];
    const latest = { where: here, statistics: [{ type: 'max', field: 'year', as: 'latest_year' } as const] };
    const [newest] = await client.statistics('supply', latest, signal);
    const year = newest?.latest_year == null ? null : numberOf(newest.latest_year);
    const where: Condition[] = [
      ...here,
      ...(year === null ? [] : [{ field: 'year', is: year }]),
      ...(type === undefined ? [] : [{ field: 'property_type', is: type }]),
    ];
    const found =
      year === null
        ? []
        : await client.list('supply', { where, fields: ['property_type', ...UNITS] }, signal);
    const rows = found.map((row) => ({
      property_type: String(row.property_type),
      existing_units: numberOf(row.existing_units),
      under_construction_units: numberOf(row.under_construction_units),
      available_units: numberOf(row.available_units),
    }));
    const sum = (field: (typeof UNITS)[number]) => rows.reduce((total, row) => total + row[field], 0);
    const what = type === undefined ? 'homes' : `homes of the type ${type}`;
    const notes = rows.length === 0 ? [`The service has no ${what} in ${place.nameEn}.`] : [];
    return {
      ...(await sharedResult(backend, notes)),
      district: place.nameEn,
      district_ar: place.nameAr,
      year,
      rows,
      totals: {
        existing_units: sum('existing_units'),
        under_construction_units: sum('under_construction_units'),
        available_units: sum('available_units'),
      },
    };
  },
});
