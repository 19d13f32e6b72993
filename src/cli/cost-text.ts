/** An amount in US dollars as a person reads it; a dash when it is not known. */
export function costText(cost: number | null): string {
  if (cost === null) return "-";
  if (cost === 0) return "$0";
  return cost < 0.01 ? `$${cost.toFixed(4)}` : `$${cost.toFixed(2)}`;
}
