import { transactionCountResult, type TransactionCountResult } from '../schema/results.ts';
import { COUNT, salesOf } from './answers.ts';
import { districtSales, districtSalesInput } from './district-sales.ts';
import { defineGeoTool } from './geo-tool.ts';

export const getTransactionCount = defineGeoTool({
  name: 'get_transaction_count',
  title: 'Number of sales',
  description: 'Number of sale transactions in a district in a year.',
  category: 'sales',
  input: districtSalesInput,
  result: transactionCountResult,
  whenToUse: [
    'How many deals, sales, purchases or transactions there were in one district.',
    'How often homes changed hands or owners.',
  ],
  examples: [
    'How many deals closed on Al Reem in 2022?',
    'Number of villa sales in Yas during 2024',
    'Count the 2020 transactions in Hili',
    'كم صفقة تمت في جزيرة الريم عام 2022؟',
    'عدد معاملات البيع في هيلي سنة ٢٠٢٠',
    'كم فيلا بيعت في ياس 2024؟',
  ],
  async execute(input, backend, signal): Promise<TransactionCountResult> {
    const { asked, row } = await districtSales(input, [COUNT], backend, signal);
    return { ...asked, transaction_count: salesOf(row).transaction_count };
  },
});
