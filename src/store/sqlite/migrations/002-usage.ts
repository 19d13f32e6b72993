/* What a hook that asks a model cost: the model, its tokens and their price, as JSON text. */
export const sql = `
ALTER TABLE runs ADD COLUMN usage TEXT;
`;
