/** Ten percent of an amount in cents. */
export function taxOf(amount) {
  return Math.round(amount / 10);
}
