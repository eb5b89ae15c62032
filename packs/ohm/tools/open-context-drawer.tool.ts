import { drawerTool } from './open-drawer.ts';

export const openContextDrawer = drawerTool({
  drawer: 'context',
  description:
    'Opens the panel with the project brief, its features and its requirements at the side of the conversation.',
  whenToUse:
    'The brief, features or requirements were just written or are asked for; somebody describes a device to build. فكرة جهاز جديد، أو من يريد أن يبني جهازا.',
  examples: [
    'Open the project brief',
    'Show the requirements panel',
    'Let me see the feature list on the side',
    'افتح وصف المشروع',
  ],
});
