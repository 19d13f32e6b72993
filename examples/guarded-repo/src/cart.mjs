// What a cart costs. Prices are in cents.
import { taxOf } from "./tax.mjs";

/** The sum of a cart after a discount in percent, with tax. */
export function totalOf(prices, discount = 0) {
  const sum = prices.reduce((all, price) => all + price, 0);
  const reduced = sum - discount;
  return reduced + taxOf(reduced);
}
