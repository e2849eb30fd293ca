let number = 0

/** Number of the test file that runs in this process, from 1; 0 outside of test files. */
export function testFileNumber(): number {
  return number
}

/** Another test file begins. */
export function beginTestFile(): void {
  number += 1
}
