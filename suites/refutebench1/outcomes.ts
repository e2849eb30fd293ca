/** Beginning of the reason of an item that ended at a conflict: the answer had every wording that could be demanded. */
export const CONFLICT = 'conflict'
/** Beginning of the reason of an item without any feedback. */
export const NOTHING_LEFT = 'nothing left to demand'
