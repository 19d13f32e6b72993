/** Problems of HOOK.md. */
export const agentHooksProblems = {} as const;
