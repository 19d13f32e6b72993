/** Problems of agents. */
export const agentsProblems = {} as const;
