// What `npm run bench` measures of the tool.
import { measureBoard } from './measureBoard.mjs'

export const measures = { board: measureBoard }
