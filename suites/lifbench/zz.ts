import { bundledSource } from './bundled/source.ts'
import { officialSource } from './data/official.ts'
import { OFFICIAL_LENGTHS, lengthOf } from './lengths.ts'
import { buildItems, ALL_TASKS } from './items.ts'
import { scoreAnswer } from './scoring/score.ts'
for (const s of [bundledSource(0,'o200k_base'), officialSource('/work/shared/data/lifbench', bundledSource(0,'o200k_base'))]) {
let t=performance.now()
const items=buildItems(s,{lengths:Object.keys(OFFICIAL_LENGTHS).map(lengthOf),tasks:ALL_TASKS,seed:0}); console.log(s.name, items.length, performance.now()-t)
t=performance.now(); const refs=items.map(i=>i.reference()); console.log('refs',performance.now()-t)
const time:Record<string,number>={}; let bad=0
for(const [n,i] of items.entries()){ t=performance.now(); const r=scoreAnswer(refs[n]!,{task:i.task,param:i.param,facts:i.context.facts(),promptTail:i.promptTail}); time[i.task.id]=(time[i.task.id]??0)+performance.now()-t; if(Math.abs(r.total-1)>1e-12){ bad++; if(bad<10)console.log(i.id,r,refs[n]!.slice(0,300),i.promptTail.slice(0,200))}}
for(const k of Object.keys(time)) console.log(k,(time[k]!/items.filter(i=>i.task.id===k).length).toFixed(4),'s/1000')
console.log('bad',bad)
for (const task of ALL_TASKS) { const i=items.find(i=>i.task===task)!; console.log('---',i.id,i.promptTail.trim(),'\n=>',i.reference().slice(0,300)) }
}
