import { type BoardLayout, groupColumns, type LayOutBoard } from '../../src/kit.ts'
import { PERSPECTIVES } from './stability.ts'
import { TASKS } from './tasks.ts'

const ABILITIES = ['Ori', 'Num', 'Spat', 'Fmt', 'Logit', 'Recog']

/** LIFBench over several models: Table 3 of the paper (ARS by task), what is right in full, lengths, stability and abilities. */
export function lifbenchBoard(metrics: Parameters<LayOutBoard>[0]): BoardLayout {
  const tasks = (name: 'ars' | 'strict') => [
    ...TASKS.map(({ id }) => ({ key: `${name}.${id}`, label: id })),
    { key: `${name}.overall`, label: 'overall' },
  ]
  return {
    tables: [
      { title: 'Automated rubric-based scoring (ARS)', columns: tasks('ars') },
      { title: 'Right in full', columns: tasks('strict') },
      { title: 'By length', columns: groupColumns(metrics, 'length') },
      { title: 'Instability (IFS)', columns: [...PERSPECTIVES, 'average'].map((name) => ({ key: `ifs.${name}`, label: name })) },
    ],
    radars: [{ title: 'Abilities (IFP)', columns: ABILITIES.map((name) => ({ key: `ifp.${name}`, label: name })) }],
    scatters: [
      { title: 'Score and instability', x: { key: 'ars.overall', label: 'ARS' }, y: { key: 'ifs.average', label: 'IFS, lower is better' } },
    ],
  }
}
