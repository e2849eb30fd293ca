/** Where the items of a run are from that are no items: tests with dialogues, kept so that their conversations can be looked at. */
export const ORDINARY_TESTS = 'ordinary tests'
