/** The exit code by which schedulers put a job back into their queue (EX_TEMPFAIL of sysexits.h). */
export const EXIT_INCOMPLETE = 75
