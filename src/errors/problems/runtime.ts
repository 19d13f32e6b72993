/** Problems of runtime. */
export const runtimeProblems = {} as const;
