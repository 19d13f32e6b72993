/** Problems of hooks.json and plugins. */
export const claudeProblems = {} as const;
