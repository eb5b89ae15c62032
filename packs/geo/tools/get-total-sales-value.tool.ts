import { totalSalesResult, type TotalSalesResult } from '../schema/results.ts';
import { average, salesOf, VALUE_AND_COUNT } from './answers.ts';
import { districtSales, districtSalesInput } from './district-sales.ts';
import { defineGeoTool } from './geo-tool.ts';

export const getTotalSalesValue = defineGeoTool({
  name: 'get_total_sales_value',
  title: 'Total value of sales',
  description: 'Total value of the sales in a district in a year, in AED, with their number and average.',
  category: 'sales',
  input: districtSalesInput,
  result: totalSalesResult,
  whenToUse: ['Value, worth, volume or turnover of the sales of one district.'],
  examples: [
    'What were homes sold for in total in Masdar City in 2021?',
    'Sales volume in AED for Al Reef last year',
    'How much money changed hands on Saadiyat in 2024?',
    'كم بلغت قيمة المبيعات في جزيرة السعديات سنة 2024؟',
    'إجمالي قيمة بيع الفلل في الريف 2022',
    'قيمة مبيعات شاطئ الراحة',
  ],
  intents: ['analytics', 'billing'],
  async execute(input, backend, signal): Promise<TotalSalesResult> {
    const { asked, row } = await districtSales(input, VALUE_AND_COUNT, backend, signal);
    const sales = salesOf(row);
    const average_value_aed = average(sales.total_value_aed, sales.transaction_count);
    return { ...asked, ...sales, average_value_aed };
  },
});
