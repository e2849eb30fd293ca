import type { SuiteView } from '../../src/kit.ts'
import { shardedPictures } from './pictures.ts'

/** Sharded instructions for people: the points of an item have names in words already. */
export const shardedView: SuiteView = { pictures: shardedPictures }
