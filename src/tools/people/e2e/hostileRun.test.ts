import { describe, test } from 'vitest'
import { ACTIVE, expectRefused, expectUnharmed, linkFiles, projectWithRun, writeActiveText } from '../../../../test/e2e/hostileProject.ts'

describe.concurrent('a run folder made to attack whoever draws labels of it', () => {
  test('with active text in every name and text: annotate shows text', async () => {
    const project = await projectWithRun()
    writeActiveText(project)
    expectUnharmed(project.root, 'annotate', await project.holdfast(['judge', 'label', 'theirs', '--kind', `kind${ACTIVE}`]))
  })

  test('with links in the place of its files: annotate follows none', async () => {
    const project = await projectWithRun()
    linkFiles(project)
    expectRefused(project.root, 'annotate', await project.holdfast(['judge', 'label', 'theirs']))
  })
})
