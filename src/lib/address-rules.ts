import { BlockList, isIP } from "node:net";

/** How far a request may go: to the public internet only, or to this machine and its networks as well. */
export type Reach = "public" | "private";

/** What the operator allows besides, as host names and as addresses or ranges of them. */
export interface Allowed {
  readonly names: ReadonlySet<string>;
  readonly addresses: BlockList;
}

/** Reads a list such as `localhost, 10.0.0.0/8, hooks.example`. */
export function parseAllowed(list: string): Allowed {
  const names = new Set<string>();
  const addresses = new BlockList();
  for (const entry of list.split(/[\s,]+/).filter((part) => part !== "")) {
    const [address = "", prefix] = entry.split("/");
    const family = familyOf(address);
    if (family === null) names.add(plainName(entry));
    else if (prefix === undefined) addresses.addAddress(address, family);
    // A range that is none allows nothing; above all, one without a size is not the whole world.
    else if (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === "ipv4" ? 32 : 128))
      addresses.addSubnet(address, Number(prefix), family);
  }
  return { names, addresses };
}

/** A host name as it is compared: `Example.COM.` is `example.com`. */
export function plainName(host: string): string {
  return host.toLowerCase().replace(/\.$/, "");
}

/** Tells whether a request may go to an address; what is not an address may not be gone to. */
export function mayReach(address: string, reach: Reach, allowed: Allowed): boolean {
  const family = familyOf(address);
  if (family === null) return false;
  if (allowed.addresses.check(address, family)) return true;
  if (neverMeant.check(address, family)) return false;
  return reach === "private" || isPublic(address, family);
}

function isPublic(address: string, family: "ipv4" | "ipv6"): boolean {
  if (family === "ipv6" && !globalUnicast.check(address, family)) return false;
  return !special.check(address, family);
}

function familyOf(address: string): "ipv4" | "ipv6" | null {
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? "ipv4" : "ipv6";
}

/*
 * IPv4 rules hold for IPv4-mapped IPv6 addresses too, BlockList sees to that. Other ways to write an IPv4 address into an
 * IPv6 one (6to4, Teredo, NAT64, the old compatible form) are outside of what counts as public.
 */

/** Link-local, where clouds answer with a machine's credentials, and multicast: no hook is meant to talk to these. */
const neverMeant = blockList(
  "169.254.0.0/16",
  "100.100.100.200/32",
  "168.63.129.16/32",
  "192.0.0.192/32",
  "224.0.0.0/4",
  "255.255.255.255/32",
  "fe80::/10",
  "ff00::/8",
  "fd00:ec2::254/128",
  "fd20:ce::254/128",
  // 169.254.0.0/16 in the compatible form, behind NAT64 and behind 6to4.
  "::a9fe:0/112",
  "64:ff9b::a9fe:0/112",
  "2002:a9fe::/32",
);

const globalUnicast = blockList("2000::/3");

/** The ranges that IANA lists as special, as far as they are not globally reachable. */
const special = blockList(
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "240.0.0.0/4",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
);

function blockList(...ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    list.addSubnet(address, Number(bits), address.includes(":") ? "ipv6" : "ipv4");
  }
  return list;
}
