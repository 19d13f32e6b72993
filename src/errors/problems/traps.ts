/** Problems of declarations that are read well and do not do what their authors think. */
export const trapProblems = {} as const;
