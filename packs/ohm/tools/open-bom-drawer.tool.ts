import { drawerTool } from './open-drawer.ts';

export const openBomDrawer = drawerTool({
  drawer: 'bom',
  description: 'Opens the panel with the parts list at the side of the conversation.',
  whenToUse: 'Parts were just written or are asked for.',
  examples: [
    'Bring up the parts list',
    'Open the BOM panel',
    'I want to look over the components',
    'افتح قائمة القطع',
  ],
});
