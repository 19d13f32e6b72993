/** Problems of writing and testing hooks. */
export const hookTestProblems = {} as const;
