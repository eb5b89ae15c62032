import type { InvitationMade } from '#contracts/console';

/** The link of an invitation. Its token follows `#`, so that servers and logs never receive it. */
export const linkOf = ({ token }: InvitationMade): string => `${window.location.origin}/join#${token}`;
