import { drawerTool } from './open-drawer.ts';

export const openBudgetDrawer = drawerTool({
  drawer: 'budget',
  description: 'Opens the panel with costs and savings at the side of the conversation.',
  whenToUse: 'Costs were just written or are asked for, or a limit in dollars is named.',
  examples: [
    'Show the cost breakdown',
    'Open the budget panel',
    'Where are we on spending?',
    'افتح لوحة الميزانية',
  ],
});
