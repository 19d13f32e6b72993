/** Problems of sessions. */
export const sessionsProblems = {} as const;
