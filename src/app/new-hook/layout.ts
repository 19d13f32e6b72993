import { join } from "node:path";
import type { Folders, NewHook } from "./request.ts";

/** Where the parts of a new hook go. */
export interface Layout {
  /** The file with the declaration; it may be there already, with other hooks in it. */
  readonly declaration: string;
  readonly script: string;
  readonly test: string;
  /** How the declaration names the script. */
  readonly command: string;
}

/** Settles where each part goes: the script and its test lie side by side, near the declaration. */
export function layoutOf(hook: NewHook, folders: Folders): Layout {
  return hook.level === "user" ? userLayout(hook, folders) : workspaceLayout(hook, folders);
}

function workspaceLayout(hook: NewHook, { root }: Folders): Layout {
  const { name, dialect } = hook;
  if (dialect === "agent-hooks") return folderLayout(hook, join(root, ".agents", "hooks", name));
  const place = besides(join(root, ".hookline", "hooks"), hook);
  const relative = `.hookline/hooks/${name}.${extensionOf(hook)}`;
  switch (dialect) {
    case "agh":
      return { declaration: join(root, ".hookline", "config.toml"), ...place, command: `./${relative}` };
    case "docker-agent":
      return { declaration: join(root, "hookline.yaml"), ...place, command: `./${relative}` };
    case "claude":
      // Hooks of this dialect run wherever the session works, so the way to the script starts at the project.
      return {
        declaration: join(root, ".hookline", "hooks.json"),
        ...place,
        command: `"$CLAUDE_PROJECT_DIR"/${relative}`,
      };
  }
}

function userLayout(hook: NewHook, { home, agentHooks }: Folders): Layout {
  const { name, dialect } = hook;
  if (dialect === "agent-hooks") return folderLayout(hook, join(agentHooks, name));
  const place = besides(join(home, "hooks"), hook);
  switch (dialect) {
    case "agh":
      return { declaration: join(home, "config.toml"), ...place, command: place.script };
    case "docker-agent":
      return { declaration: join(home, "hooks.d", `${name}.yaml`), ...place, command: shellQuoted(place.script) };
    case "claude": {
      const plugin = join(home, "plugins", name, "hooks");
      const own = besides(plugin, hook);
      const command = `"$CLAUDE_PLUGIN_ROOT"/hooks/${name}.${extensionOf(hook)}`;
      return { declaration: join(plugin, "hooks.json"), ...own, command };
    }
  }
}

function besides(folder: string, hook: NewHook): Pick<Layout, "script" | "test"> {
  return {
    script: join(folder, `${hook.name}.${extensionOf(hook)}`),
    test: join(folder, `${hook.name}.hooktest.yaml`),
  };
}

/** A hook that is a folder of its own; its script has a fixed name, which leaves no room for every extension. */
function folderLayout({ name, language }: NewHook, folder: string): Layout {
  const script = join(folder, "scripts", language === "sh" ? "run.sh" : "run");
  return { declaration: join(folder, "HOOK.md"), script, test: join(folder, `${name}.hooktest.yaml`), command: script };
}

function extensionOf({ language }: Pick<NewHook, "language">): string {
  return language === "sh" ? "sh" : "mjs";
}

function shellQuoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
