import { wordList } from '../values/word-list.ts';
import { z } from 'zod';

export const apiKeyScopes = wordList('messages messages:staff turns contacts mcp metrics admin');
export const apiKeyScope = z.enum(apiKeyScopes);
export type ApiKeyScope = z.infer<typeof apiKeyScope>;

const userRoles = ['platform_admin', 'org_admin', 'member', 'analyst'] as const;
export const userRole = z.enum(userRoles);
export type UserRole = z.infer<typeof userRole>;

export const callerKinds = ['contact', 'staff', 'admin'] as const;
export const callerKind = z.enum(callerKinds);
export type CallerKind = z.infer<typeof callerKind>;
