/** What the system's codes mean, in words. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "the system does not permit it",
  EROFS: "the file system is read-only",
  ENOSPC: "no space is left on the device",
  EDQUOT: "the disk quota is used up",
  ENOENT: "it does not exist",
  ENOTDIR: "a part of it is a file, not a directory",
  EISDIR: "it is a directory",
  ENAMETOOLONG: "it is longer than the system allows",
  ELOOP: "its links lead in a circle",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ENXIO: "it is a socket or a pipe",
  EBUSY: "it is in use",
  EIO: "the device cannot be read or written",
};

/** Why the system refused, in a few words. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code !== null) return reasons[code] ?? code;
  return error instanceof Error ? error.message : String(error);
}

export function codeOf(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" ? code : null;
}
