import { drawerTool } from './open-drawer.ts';

export const openWiringDrawer = drawerTool({
  drawer: 'wiring',
  description: 'Opens the panel with the connections at the side of the conversation.',
  whenToUse: 'Wiring was just written or is asked for: which pin goes where. كيف توصل الأسلاك.',
  examples: [
    'Show how it is connected',
    'Open the wiring panel',
    'Pull up the connection table',
    'افتح جدول التوصيلات',
  ],
});
