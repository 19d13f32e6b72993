// Run it with: npm test
import { totalOf } from "../src/cart.mjs";

const checks = [
  ["an empty cart costs nothing", totalOf([]), 0],
  ["two things for 5.00 cost 11.00 with tax", totalOf([500, 500]), 1100],
  ["a discount of 20 percent makes that 8.80", totalOf([500, 500], 20), 880],
];

for (const [what, actual, expected] of checks) {
  const isRight = actual === expected;
  process.stdout.write(isRight ? `ok    ${what}\n` : `FAIL  ${what}: expected ${expected}, got ${actual}\n`);
  if (!isRight) process.exitCode = 1;
}
