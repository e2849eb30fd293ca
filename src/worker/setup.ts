import { expect, inject } from 'vitest'

const ours = inject('holdfastFiles')
const file = expect.getState().testPath
// Other files are none of our business: what we load could change what they see, and takes time. Where nobody told the
// files apart, as in `vitest list`, each may be ours.
if (ours === undefined || (file !== undefined && ours.includes(file))) {
  const { setUpFile } = await import('./setUpFile.ts')
  setUpFile()
}
