/** Lowest role that may call a tool: `any` caller, `staff` (members of the org) or `admin`. */
export type ToolRole = 'any' | 'staff' | 'admin';
