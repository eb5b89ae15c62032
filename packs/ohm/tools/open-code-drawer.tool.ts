import { drawerTool } from './open-drawer.ts';

export const openCodeDrawer = drawerTool({
  drawer: 'code',
  description: 'Opens the panel with the source files at the side of the conversation.',
  whenToUse: 'Code was just written or is asked for.',
  examples: [
    'Open the firmware files',
    'Show the code panel',
    'Let me look at the sketch',
    'افتح ملفات الكود',
  ],
});
