/** Search parameters of the tools' page, besides the org. */
export type ToolsSearchName = 'tab' | 'q' | 'pack' | 'tier' | 'state' | 'lacks' | 'days';
