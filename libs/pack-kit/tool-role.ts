/** Who may cause the call: every turn, members of the org, or its admins. */
export type ToolRole = 'any' | 'staff' | 'admin';
