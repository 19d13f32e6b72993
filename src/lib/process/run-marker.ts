/** Tells processes which run they belong to; nested runs are joined by `/`, outermost first. */
export const runVariable = "HOOKLINE_RUN";

/** The marker for a run's processes. An outer run that is swept away takes its nested runs with it, so they carry both ids. */
export function runMarker(outerRun: string | undefined, runId: string): string {
  return outerRun ? `${outerRun}/${runId}` : runId;
}

/** Whether the environment of a process, as the kernel shows it, says that it belongs to the run. */
export function belongsToRun(environ: string, runId: string): boolean {
  const prefix = `${runVariable}=`;
  const entry = environ.split("\0").find((variable) => variable.startsWith(prefix));
  return entry !== undefined && `/${entry.slice(prefix.length)}/`.includes(`/${runId}/`);
}
