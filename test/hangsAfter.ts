/**
 * Milliseconds after which what a test waits for hangs: less than the test itself may take, so that the message says what did not come.
 * Nothing fails before because the machine has other things to do.
 */
export const HANGS_AFTER = 500_000
