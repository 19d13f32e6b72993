import type { Environment } from "./providers.ts";

export type Setting = { readonly url: string; readonly isDefault: boolean } | { readonly bad: string };

/** The address in the first of these variables that is set, else `fallback`; without a slash at its end. */
export function baseUrlOf(environment: Environment, names: readonly string[], fallback: string | null): Setting {
  for (const name of names) {
    const value = environment[name]?.trim();
    if (value) return checked(name, value);
  }
  if (fallback !== null) return { url: fallback, isDefault: true };
  return { bad: `none of the environment variables ${names.join(" and ")} is set` };
}

/** An address from a variable that holds a host, as servers have them for themselves: `0.0.0.0`, `host:1234`, or a URL. */
export function hostUrlOf(environment: Environment, name: string, port: number, path: string): Setting | null {
  const value = environment[name]?.trim();
  if (!value) return null;
  const setting = checked(name, value.includes("://") ? value : `http://${value}`);
  if ("bad" in setting) return setting;
  const url = new URL(setting.url);
  if (url.port === "" && !value.includes("://")) url.port = String(port);
  // What a server listens on is not always what one can connect to.
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (url.pathname === "/") url.pathname = path;
  return { url: withoutSlash(url.href), isDefault: false };
}

function checked(name: string, value: string): Setting {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    return { bad: `the environment variable ${name} does not hold an http or https address` };
  }
  return { url: withoutSlash(value), isDefault: false };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
