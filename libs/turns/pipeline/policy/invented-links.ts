import type { ReplyPolicy } from '#pack-kit';

/** Links as people click them, without the brackets, quotes and punctuation around them. */
const LINK =
  /(?:https?:\/\/|\bwww\.)[^\s<>"'|\\[\]{}()\x60]*[^\s<>"'|\\[\]{}()\x60/.,;:!?*_~،؛؟#]\/?|\/v1\/files\/[\w/-]+/giu;
/** `[words](link)` */
const AROUND = /\[([^[\]\n]*)\]\(([^()\n]*)\)/gu;
/** Addresses in code are not for clicking. */
const CODE = /(```|~~~)[\s\S]*?(?:\1|$)|`[^`\n]*`/gu;

/** The link as sources have it, with or without scheme. */
function keyOf(link: string): string {
  return link
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/, '')
    .replace(/\/$/, '');
}

function inventedIn(reply: string, shown: () => string): string[] {
  const links = reply.replaceAll(CODE, ' ').match(LINK) ?? [];
  if (links.length === 0) return [];
  const known = shown().toLowerCase();
  return [...new Set(links)].filter((link) => !isIn(known, keyOf(link)));
}

/** True if the text has the link itself, not only a longer one that begins or ends with it. */
function isIn(text: string, key: string): boolean {
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
    const behind = text.slice(at + key.length, at + key.length + 2);
    if (!/[\w-]/.test(text[at - 1] ?? '') && !/^(?:[\w%&=-]|\.\w)/.test(behind)) return true;
  }
  return false;
}

/** In every pack, a reply contains only links that the model has read: in its prompt, the conversation or a result. */
export const inventedLinks: Omit<ReplyPolicy, 'agents'> = {
  name: 'inventedLinks',
  streams: true,
  standing: () => 'applied',
  problem: (reply, { shown }) => {
    const [link] = inventedIn(reply, shown);
    return link === undefined ? undefined : `the link ${link} comes from no tool, no fact and no message`;
  },
  rewrite: 'Give only links that you have been given, and otherwise none.',
  safeReply: ({ shown, language }, reply) => {
    const invented = new Set(inventedIn(reply, shown));
    const isInvented = (link: string) => link.match(LINK)?.some((one) => invented.has(one)) ?? false;
    const rest = reply
      .replaceAll(AROUND, (whole, words: string, link: string) => (isInvented(link) ? words : whole))
      .replaceAll(LINK, (link) => (invented.has(link) ? '' : link))
      .trim();
    return rest || (language === 'ar' ? 'ليس لدي رابط لذلك.' : 'I have no link for that.');
  },
};
