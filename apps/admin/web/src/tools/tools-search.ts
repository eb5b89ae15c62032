/** What else stands in the address of the list of tools, beside the org. */
export type ToolsSearchName = 'tab' | 'q' | 'pack' | 'tier' | 'state' | 'lacks' | 'days';
