import type { InvitationMade } from '#contracts/console';

/** The link of an invitation. Its token stands behind `#`, so that no server and no log ever sees it. */
export const linkOf = ({ token }: InvitationMade): string => `${window.location.origin}/join#${token}`;
