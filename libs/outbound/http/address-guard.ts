import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAllowedHost, type AllowedHost } from '#config/light';
import { OutboundRefusedError } from '../outbound.errors.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The only block of IPv6 that is routed to hosts of the public internet; the rest is special or not assigned. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Answers virtual machines with secrets, from an address that looks public (Azure). */
const METADATA_V4 = '168.63.129.16';

/**
 * Ports that the Fetch standard keeps browsers from ("bad ports"): mail, shells, databases and the like, which take an
 * HTTP request for commands of theirs. https://fetch.spec.whatwg.org/#port-blocking, as of 2026, and those of the stores
 * that Turnpike itself runs on.
 */
const BLOCKED_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6379, 5432, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

const WHY_NOT_PRIVATE =
  'Private and local addresses are refused, so that whoever names a URL cannot reach what only the network of this installation should';

/** True for an address of the public internet: no private, local, shared, reserved, mapped or tunnelled one. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4
    ? address.toString() !== METADATA_V4
    : address.match(GLOBAL_UNICAST_V6);
}

/** A name that leads where requests may not go. The address is for operators: it says what a private network holds. */
export interface RefusedAddress {
  host: string;
  port: number;
  address: string;
}

/** Says where requests may go. Names are looked up by the caller; every address that it means to connect to comes here. */
export class AddressGuard {
  private readonly allowed: AllowedHost[];
  private readonly networks: [Address, number][];

  /**
   * @param allowHosts entries of `HTTP_ALLOW_HOSTS`.
   * @param onRefused is told of each name that was refused for its address; what is thrown names the host only.
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
   * What can be said of a URL before any name is looked up.
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
    // The URL standard has turned 0x7f.1, 2130706433 and the like into the address that they mean.
    if (isIP(host)) this.checkAddress(host, port, host);
    if (BLOCKED_PORTS.has(port) && !this.allowsHost(host, port))
      throw new OutboundRefusedError(
        'port',
        `Port ${port} of ${host} is that of another kind of service, such as mail or a database, which would take a request for commands of its own`,
        entryOf(host, port),
      );
    return url;
  }

  /** @throws OutboundRefusedError when a connection to `host` must not go to `address`. */
  checkAddress(host: string, port: number, address: string): void {
    if (!this.allows(host, port, address)) throw this.refusalOf(host, port, address);
  }

  /** What a connection to an address fails with that is not allowed. */
  refusalOf(host: string, port: number, address: string): OutboundRefusedError {
    if (host === address) {
      const detail = `${host} is not a public internet address. ${WHY_NOT_PRIVATE}`;
      return new OutboundRefusedError('address', detail, entryOf(host, port));
    }
    this.onRefused({ host, port, address });
    const detail = `${host} does not lead to a public internet address. ${WHY_NOT_PRIVATE}`;
    return new OutboundRefusedError('address', detail, entryOf(host, port));
  }

  /** True when a connection to `host`, looked up as `address`, may be made. */
  allows(host: string, port: number, address: string): boolean {
    return isPublicAddress(address) || this.isListed(host, port, address);
  }

  /** True when an operator has named the host, or the network of its address, in `HTTP_ALLOW_HOSTS`. */
  isListed(host: string, port: number, address: string): boolean {
    return this.allowsHost(host, port) || this.inAllowedNetwork(address);
  }

  private allowsHost(host: string, port: number): boolean {
    return this.allowed.some((entry) => {
      if (entry.kind === 'network' || (entry.port !== undefined && entry.port !== port)) return false;
      return entry.kind === 'host' ? entry.host === host : host.endsWith(`.${entry.suffix}`);
    });
  }

  private inAllowedNetwork(text: string): boolean {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return this.networks.some(
      ([network, prefix]) => network.kind() === address.kind() && address.match(network as never, prefix),
    );
  }
}

/** The host of a URL as resolvers know it: without brackets, without the dot of the root. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

export function portOf(url: URL): number {
  return url.port ? Number(url.port) : url.protocol === 'https:' ? 443 : 80;
}

/** As `HTTP_ALLOW_HOSTS` takes it. */
function entryOf(host: string, port: number): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}
