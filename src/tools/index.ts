// The tools, one line each: adding a tool is its folder and a line here.
export { batch } from './batch/tool.ts'
export { board } from './board/tool.ts'
export { certify } from './certify/tool.ts'
export { data } from './data/tool.ts'
export { exchange } from './exchange/tool.ts'
export { history } from './history/tool.ts'
export { people } from './people/tool.ts'
export { shrink } from './shrink/tool.ts'
