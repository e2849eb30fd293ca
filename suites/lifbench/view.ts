import type { SuiteView } from '../../src/report/suiteView.ts'
import { lifbenchPictures } from './pictures.ts'

/** LIFBench for people: its pictures. */
export const lifbenchView: SuiteView = {
  pictures: lifbenchPictures,
}
