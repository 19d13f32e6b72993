/** Problems of converting hooks. */
export const convertProblems = {} as const;
