import { defineSuite, groupColumns, type ItemRecord, officialData, type Stratum, type SuiteView } from '../../src/kit.ts'
import { lengthName } from './lengths.ts'
import { openLifbench } from './openSuite.ts'
import { lifbenchOptions } from './options.ts'
import { lifbenchPictures } from './pictures.ts'
import { describeLifbenchData } from './plan.ts'
import { lifbenchFileScorer } from './scoreFile.ts'
import { PERSPECTIVES } from './stability.ts'
import { CAPABILITY_TITLES, TASKS, taskById } from './tasks.ts'

/** The official data of LIFBench: its templates and the contexts of two of three scenarios. */
const lifbenchOfficialData = officialData('lifbench', describeLifbenchData)

/** LIFBench for people: its pictures. */
const lifbenchView: SuiteView = {
  pictures: lifbenchPictures,
  // The first wording of one task has nothing in common with the first of another, nor have the values in them.
  sliceName: (tag, value) =>
    tag === 'expression' || tag === 'variable' ? undefined : tag === 'length' ? `length: ${value} tokens` : `${tag}: ${value}`,
  // Over several models: Table 3 of the paper (ARS by task), what is right in full, lengths, stability and abilities.
  board(metrics) {
    const columns = (figure: string, names: readonly string[]) => names.map((name) => ({ key: `${figure}.${name}`, label: name }))
    const abilities = Object.entries(CAPABILITY_TITLES).map(([name, label]) => ({ key: `ifp.${name}`, label }))
    const tasks = [...TASKS.map(({ id }) => id), 'overall']
    return {
      tables: [
        { title: 'Automated rubric-based scoring (ARS)', columns: columns('ars', tasks) },
        { title: 'Right in content', columns: columns('content', tasks) },
        { title: 'Right in full', columns: columns('strict', tasks) },
        { title: 'By length', columns: groupColumns(metrics, 'length') },
        { title: 'Instability (IFS)', columns: columns('ifs', [...PERSPECTIVES, 'average']) },
      ],
      radars: [{ title: 'Abilities (IFP)', columns: abilities }],
    }
  },
}

/** LIFBench: instructions in long contexts, scored by programs, and how stable the scores are. */
export const lifbenchSuite = defineSuite({
  name: 'lifbench',
  scoring: 2,
  options: lifbenchOptions,
  roles: { candidate: { temperature: 0 } },
  open: openLifbench,
  summary: { load: async () => (await import('./summary.ts')).lifbenchSummary },
  stratumOf: lifbenchStratum,
  about: {
    title: 'LIFBench',
    question: 'Does the model follow exact instructions in a long context?',
    good: 'Higher is better. Wrong answers of the right form get about 0.70, the floor. gpt-4o gets 0.758 on the official items, which are others than the bundled ones.',
    floor: 'what form alone gets',
  },
  view: lifbenchView,
  files: {
    official: lifbenchOfficialData,
    scorer: lifbenchFileScorer,
    expressions: {
      tasks: TASKS.map(({ id }) => id),
      load: async (...given) => (await import('./expressions.ts')).templateOrigins(...given),
    },
  },
})

/**
 * What a context was drawn from: its scenario and length, since what lengths differ by is no part of how contexts of one length
 * do. Of single contexts those of neighbouring lengths are put together.
 */
function lifbenchStratum({ item, task, tags }: ItemRecord, kind: string): Stratum | undefined {
  if (kind !== 'context') return undefined
  const length = [tags.length ?? lengthName(Number(item.split('/')[1]))].flat()[0] ?? ''
  const scenario = taskById(task)?.scenario ?? task
  return { name: `${scenario}/${length}`, within: scenario, order: Number.parseFloat(length) }
}
