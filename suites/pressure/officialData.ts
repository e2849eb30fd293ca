import { copied, type OfficialData, type OfficialRepository } from '../../src/kit.ts'
import { MT_CONSISTENCY_FILE } from './openItems.ts'

const MT_CONSISTENCY: OfficialRepository = {
  name: 'yubol-bobo/MT-Consistency',
  commit: '4b20f2597e249d9e9f42557b094a01fabbcc259c',
}

/** The questions of MT-Consistency, which can be pressed in place of the bundled ones. */
export const pressureOfficialData: OfficialData = {
  licensed: true,
  licence: 'MIT, Copyright (c) 2024 yubol_CMU. The questions inside come from other public sets, whose terms were not reviewed',
  files: [
    copied(MT_CONSISTENCY_FILE, {
      repository: MT_CONSISTENCY,
      path: 'Data/cleaned_data.csv',
      bytes: 316_707,
      sha256: '78d88af81be0d7be38e477f90089fe6e6d8d5f198f1100890171caf80531d7e7',
    }),
  ],
  notPulled: [],
  card: async (data) => (await import('./describeData.ts')).describePressureData(data),
}
