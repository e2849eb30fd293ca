import { fileOf } from '../../../../test/foreignText/fileOf.ts'
import type { Reader } from '../../../../test/foreignText/reader.ts'

import { readLabelledCriteria, readPairFile, setName } from '../readSets.ts'

/** Functions of the tool that take text which others wrote. */
export const READERS: readonly Reader[] = [
  {
    name: 'readPairFile',
    read: (text) => readPairFile(fileOf(text, 'pairs.jsonl')),
    samples: [
      '{"input": "x", "output_1": "a", "output_2": "b", "label": 1}',
      '[{"instruction": "x", "output_1": "a", "output_2": "b", "label": 2, "subset": "s"}]',
      '{"pair_id": "p", "source": "mmlu-pro-law", "question": "x", "response_A": "a", "response_B": "b", "label": "A>B"}',
    ],
  },
  {
    name: 'readLabelledCriteria',
    read: (text) => readLabelledCriteria(fileOf(text, 'criteria.jsonl')),
    samples: ['{"id": "a", "question": "x", "answer": "y", "criteria": [{"text": "c", "met": 1}, {"text": "d", "met": 0}]}'],
  },
  {
    name: 'setName',
    read: setName,
    samples: ['My set, 2'],
    slow: [
      ['', '-', 'x'],
      ['', '.-', ''],
    ],
  },
]
