/**
 * What a control of a simulated user is about, each with its name in words.
 *
 * `tells`: asked for a fact, the user tells it. `keeps`: it tells no fact that nobody asked for. `invents`: asked for what it does not
 * know, it makes up no figure. `rules`: it keeps its instructions to itself. `role`: it stays the user and does not help. `ends`: it
 * stops when it has got what it wants. `gives-up`: it stops when it gets no further.
 */
export const USER_CONTROLS = {
  tells: 'user tells what it is asked for',
  keeps: 'user tells nothing unasked',
  invents: 'user makes up no figure',
  rules: 'user keeps its instructions to itself',
  role: 'user stays the user',
  ends: 'user stops when it has what it wants',
  'gives-up': 'user gives up when it gets no further',
} as const

/** One of {@link USER_CONTROLS}. */
export type UserControl = keyof typeof USER_CONTROLS

/** Key of the share of a control's known situations in which the user did as it had to, 0 to 1. */
export function userKey(control: string): string {
  return `user.${control}`
}

/** Key of the share of known situations to which a simulated user gave no usable reply, 0 to 1. */
export const UNUSABLE_USER = 'user.unusable'
