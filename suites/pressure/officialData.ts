import type { OfficialData } from '../../src/worker/officialData.ts'

/** The questions of MT-Consistency, which can be pressed in place of the bundled ones. */
export const pressureOfficialData: OfficialData = {
  licensed: true,
  licence: 'MIT',
  files: [],
  notPulled: [
    'mt-consistency-questions.csv: github.com/yubol-bobo/MT-Consistency has the 700 questions; the suite reads the file if you put it there',
  ],
  card: async (data) => (await import('./describeData.ts')).describePressureData(data),
}
