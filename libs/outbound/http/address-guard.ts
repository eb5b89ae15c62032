import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAllowedHost, type AllowedHost } from '#config/light';
import { OutboundRefusedError } from '../outbound.errors.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The only IPv6 block that is routed on the public internet; all other blocks are special or not assigned. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Azure metadata service: it serves secrets to virtual machines at an address that looks public. */
const METADATA_V4 = '168.63.129.16';
/** Addresses at which clouds (AWS, Azure, Google, Alibaba, Oracle) serve secrets to their virtual machines. */
const METADATA =
  `169.254.0.0/16 fe80::/10 ${METADATA_V4}/32 100.100.100.200/32 192.0.0.192/32 fd00:ec2::254/128 fd20:ce::254/128`
    .split(' ')
    .map((range) => ipaddr.parseCIDR(range));

/**
 * The "bad ports" of the Fetch standard, which browsers block: mail, shells, databases and similar services, which could
 * read an HTTP request as commands (https://fetch.spec.whatwg.org/#port-blocking, as of 2026), and the ports of
 * Turnpike's own stores.
 */
const BLOCKED_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6379, 5432, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

const WHY_NOT_PRIVATE =
  'Private and local addresses are refused, so that whoever names a URL cannot reach what only the network of this installation should';

/**
 * True for an address of the public internet, which excludes private, local, shared, reserved, mapped and tunnelled
 * addresses.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4
    ? address.toString() !== METADATA_V4
    : address.match(GLOBAL_UNICAST_V6);
}

function isWithin(networks: readonly [Address, number][], text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return networks.some(
    ([network, prefix]) => network.kind() === address.kind() && address.match(network as never, prefix),
  );
}

/** A host name with a refused address. The address is for operators only, because it reveals hosts of a private network. */
export interface RefusedAddress {
  host: string;
  port: number;
  address: string;
}

/**
 * Decides which addresses requests may connect to. The caller resolves names and must check every address before it
 * connects.
 */
export class AddressGuard {
  private readonly allowed: AllowedHost[];
  private readonly networks: [Address, number][];

  /**
   * @param allowHosts entries of `HTTP_ALLOW_HOSTS`.
   * @param onRefused is called with each name that was refused for its address; the thrown error names the host only.
   */
  constructor(
    allowHosts: readonly string[],
    private readonly onRefused: (refused: RefusedAddress) => void = () => undefined,
  ) {
    this.allowed = allowHosts.flatMap((text) => parseAllowedHost(text) ?? []);
    this.networks = this.allowed.flatMap((entry) =>
      entry.kind === 'network' ? [[ipaddr.parse(entry.address), entry.prefix] as [Address, number]] : [],
    );
  }

  /**
   * Checks a URL before its host name is resolved.
   *
   * @throws OutboundRefusedError
   */
  checkUrl(given: string | URL): URL {
    const text = String(given);
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url) throw new OutboundRefusedError('malformed_url', 'That is not an absolute URL');
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new OutboundRefusedError('scheme', `Only http and https are allowed, not ${url.protocol}`);
    if (url.username || url.password)
      throw new OutboundRefusedError('credentials', 'A URL must not carry a user name or password');
    const host = hostOf(url);
    const port = portOf(url);
    // The URL parser has already converted 0x7f.1, 2130706433 and similar forms to an address.
    if (isIP(host)) this.checkAddress(host, port, host);
    if (BLOCKED_PORTS.has(port) && !this.allowsHost(host, port))
      throw new OutboundRefusedError(
        'port',
        `Port ${port} of ${host} is that of another kind of service, such as mail or a database, which would take a request for commands of its own`,
        entryOf(host, port),
      );
    return url;
  }

  /** @throws OutboundRefusedError if a connection to `host` must not go to `address`. */
  checkAddress(host: string, port: number, address: string): void {
    if (!this.allows(host, port, address)) throw this.refusalOf(host, port, address);
  }

  /** Returns the error for a connection to a refused address. It does not advise to allow an address of metadata. */
  refusalOf(host: string, port: number, address: string): OutboundRefusedError {
    if (host !== address) this.onRefused({ host, port, address });
    const verb = host === address ? 'is not' : 'does not lead to';
    const detail = `${host} ${verb} a public internet address. ${WHY_NOT_PRIVATE}`;
    return new OutboundRefusedError(
      'address',
      detail,
      isWithin(METADATA, address) ? undefined : entryOf(host, port),
    );
  }

  /** True if a connection to `host`, resolved to `address`, is allowed. */
  allows(host: string, port: number, address: string): boolean {
    return isPublicAddress(address) || this.isListed(host, port, address);
  }

  /** True if `HTTP_ALLOW_HOSTS` contains the host or the network of its address. */
  isListed(host: string, port: number, address: string): boolean {
    return this.allowsHost(host, port) || isWithin(this.networks, address);
  }

  private allowsHost(host: string, port: number): boolean {
    return this.allowed.some((entry) => {
      if (entry.kind === 'network' || (entry.port !== undefined && entry.port !== port)) return false;
      return entry.kind === 'host' ? entry.host === host : host.endsWith(`.${entry.suffix}`);
    });
  }
}

/** Returns the host of a URL in the form for resolvers: without brackets and without the trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

export function portOf(url: URL): number {
  return url.port ? Number(url.port) : url.protocol === 'https:' ? 443 : 80;
}

/** Formats the entry for `HTTP_ALLOW_HOSTS`. */
function entryOf(host: string, port: number): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}
