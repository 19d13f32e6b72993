import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { homedir, hostname, userInfo } from "node:os";
import type { World } from "../builtins/builtin.ts";
import type { GuardedFetch } from "../lib/guarded-fetch.ts";
import { dataDirOf, type Place } from "./place.ts";

/** The machine we run on, as built-in hooks see it. */
export function createWorld({ home, environment }: Pick<Place, "home" | "environment">): World {
  return {
    now: () => new Date(),
    home: environment.HOME || homedir(),
    dataDir: dataDirOf({ home }),
    environment,
    platform: process.platform,
    arch: process.arch,
    hostname,
    userInfo: currentUser,
    fetch: lazyFetch(environment.HOOKLINE_HTTP_ALLOW ?? ""),
  };
}

/** Loaded with the first request: most commands make none, and every start would pay for it. */
function lazyFetch(allowed: string): GuardedFetch {
  let made: Promise<GuardedFetch> | null = null;
  const make = async () => {
    const [{ createGuardedFetch }, { parseAllowed }] = await Promise.all([
      import("../lib/guarded-fetch.ts"),
      import("../lib/address-rules.ts"),
    ]);
    return createGuardedFetch(parseAllowed(allowed));
  };
  return async (url, request) => {
    made ??= make();
    return (await made)(url, request);
  };
}

function currentUser(): ReturnType<World["userInfo"]> {
  const { username } = userInfo();
  return { username, fullName: fullNameOf(username) };
}

/** The operating system knows it, Node does not ask. Null where it cannot be had. */
function fullNameOf(username: string): string | null {
  try {
    if (process.platform === "win32") return null;
    if (process.platform === "darwin") return execFileSync("id", ["-F"], { encoding: "utf8", timeout: 1000 }).trim();
    const accounts = readFileSync("/etc/passwd", "utf8").split("\n");
    const fields = accounts.find((line) => line.startsWith(`${username}:`))?.split(":");
    // The name is the first of several remarks, such as the office and the telephone number.
    return fields?.[4]?.split(",")[0] || null;
  } catch {
    return null;
  }
}
