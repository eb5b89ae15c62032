/** The least role that may cause a call of a tool: every turn, members of the org, or its admins. */
export type ToolRole = 'any' | 'staff' | 'admin';
