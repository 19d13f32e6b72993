/** Problems of trusting a workspace. */
export const trustProblems = {} as const;
