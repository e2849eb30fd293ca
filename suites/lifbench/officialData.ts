import { copied, type OfficialData, type OfficialRepository } from '../../src/kit.ts'

const LIFBENCH: OfficialRepository = {
  name: 'SheldonWu0327/LIFBench-2024',
  also: ['SheldonWu0327/LIF-Bench-2024'],
  commit: '4b6e5acfa5e31ce666e9a39b23284f363432e8bd',
}

/** The official data of LIFBench: its templates and the contexts of two of three scenarios. */
export const lifbenchOfficialData: OfficialData = {
  licensed: true,
  licence: 'MIT. The texts inside come from public corpora (Paul Graham essays, XSum, QMSum, GovReport), as released by the authors',
  files: [
    copied('tasks.json', {
      repository: LIFBENCH,
      path: 'data/meta/tasks.json',
      bytes: 23_471,
      sha256: '5d7ffd131a5b8ea0ae98a5a9ece25468e0c293f7fa8121f144eba5361d39c78d',
    }),
    copied('onedoc_input.json', {
      repository: LIFBENCH,
      path: 'data/meta/onedoc_input.json',
      bytes: 1_140_532,
      sha256: 'c44c6db1b307fa07ed4b583205bdf6b247b68a14b295d097799365cf8060cd60',
    }),
    copied('multidoc_input.json', {
      repository: LIFBENCH,
      path: 'data/meta/multidoc_input.json',
      bytes: 2_763_111,
      sha256: '06395c2cc5e0cb7baf28deca8fda9fb6ee2845f4e3cb3fb7c1718fbed8617789',
    }),
    {
      path: 'replayed_params.json',
      bytes: 31_643,
      sha256: '3d2a4e99eb5b959bd08720c86210917b3ab2f2356678b7e3c132be006c139f43',
      upstream: [],
      without: 'made by running the official generator with seed 0, published by nobody; without it the suite draws its own variables',
    },
  ],
  notPulled: ['list_input.json and the prompts: not in the repository; the suite makes its lists of bundled elements and says so'],
  card: async (data) => (await import('./describeData.ts')).describeLifbenchData(data),
}
