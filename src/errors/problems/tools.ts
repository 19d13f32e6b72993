/** Problems of tools. */
export const toolsProblems = {} as const;
