import { copied, type OfficialData, type OfficialRepository } from '../../src/kit.ts'

const FB_BENCH: OfficialRepository = {
  name: 'PKU-Baichuan-MLSystemLab/FB-Bench',
  commit: 'dacc09b63bc8f412126da94824ee3350288ddda4',
}

/** The official dataset of FB-Bench. */
export const fbBenchOfficialData: OfficialData = {
  licensed: false,
  licence: 'The repository has no licence file and its README names none; queries come from real chat logs',
  files: [
    copied('dataset.json', {
      repository: FB_BENCH,
      path: 'data/feedback-benchmark/fb_bench_dataset_v3.json',
      bytes: 1_803_247,
      sha256: '38c1a33a8dae1271f598bb05fd3f49e544eb42c8662af0c9a7daad844d9a9047',
    }),
  ],
  notPulled: [],
  card: async (data) => (await import('./describeData.ts')).describeFbBenchData(data),
}
