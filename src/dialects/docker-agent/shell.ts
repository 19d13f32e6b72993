type Environment = Readonly<Record<string, string | undefined>>;

/** The program that command hooks are handed to, and what stands before the command. */
export interface HookShell {
  readonly command: string;
  readonly args: readonly string[];
}

/** The shell of the person who runs the agent: `$SHELL -c`, on Windows PowerShell or else the command processor. */
export function hookShell(
  environment: Environment,
  platform: NodeJS.Platform,
  isOnPath: (program: string) => boolean,
): HookShell {
  if (platform !== "win32") return { command: environment.SHELL || "/bin/sh", args: ["-c"] };
  const powershell = ["pwsh.exe", "powershell.exe"].find(isOnPath);
  if (powershell !== undefined) return { command: powershell, args: ["-NoProfile", "-NonInteractive", "-Command"] };
  const { ComSpec, COMSPEC, SystemRoot, SYSTEMROOT } = environment;
  const root = SystemRoot ?? SYSTEMROOT;
  const processor = ComSpec || COMSPEC || (root ? `${root}\\System32\\cmd.exe` : "cmd.exe");
  return { command: processor, args: ["/C"] };
}
