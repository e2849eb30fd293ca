import { copied, type OfficialData, type OfficialFile, type OfficialRepository } from '../../src/kit.ts'

const LLMBAR: OfficialRepository = { name: 'princeton-nlp/LLMBar', commit: '900616bff90b6c6c8e1681f7d079250637c55992' }

function pairs(subset: string, folder: string, bytes: number, sha256: string): OfficialFile {
  return copied(`datasets/${subset}.json`, { repository: LLMBAR, path: `Dataset/${folder}/dataset.json`, bytes, sha256 })
}

/** The official pairs of LLMBar: the five subsets of the paper, its case studies, and three processed older datasets. */
export const llmbarOfficialData: OfficialData = {
  licensed: true,
  licence:
    'MIT, Copyright (c) 2023 Princeton Natural Language Processing. Texts inside come from AlpacaFarm, LLMEval^2, FairEval and MT-Bench, whose terms were not reviewed',
  files: [
    pairs('Base_10', 'CaseStudy/Base_10', 52_315, 'e36ae2461fd633c51afdbe19d9f62bc77089c7efc8a58e03fc273518a78ab1b0'),
    pairs('Base_9', 'CaseStudy/Base_9', 51_991, 'b3989dcdaddb277207ab86631db2185edd15802e27b947a5dacb663895fddd69'),
    pairs('Constraint', 'CaseStudy/Constraint', 150_002, '8b702c755bdba59f63cf61e8643a5718799df8ed8f3b93b27dbf1db0e8c3c009'),
    pairs('Negation', 'CaseStudy/Negation', 92_345, 'c4ce566f652606d25445efedcb01d2a359c5ce03c6457e3c518a129dbd608c4e'),
    pairs('Normal', 'CaseStudy/Normal', 88_510, 'f6f2c4833d57ab8aaa8aa51bf521296b6f2e26323aad5c08da5331924af450ba'),
    pairs('GPTInst', 'LLMBar/Adversarial/GPTInst', 211_768, '1002425f73c2cf54b6e6de99bce3f6c60fa2a17d13194772e37d7481c1351d42'),
    pairs('GPTOut', 'LLMBar/Adversarial/GPTOut', 32_640, '1ff56e520d7607750a9866a3be0f5b850392ca4477a1f69d80f32bd3e310f561'),
    pairs('Manual', 'LLMBar/Adversarial/Manual', 79_050, '0d9598769a39cdbbd265778c37e49939d41d5f76dcfb17bd75dcfa07516d3837'),
    pairs('Neighbor', 'LLMBar/Adversarial/Neighbor', 131_988, '6712c7eda6342602e0bc7c06c282fa95e2110d4e741a284026a62d937f9780a0'),
    pairs('Natural', 'LLMBar/Natural', 91_269, 'f7127b7aa78104cb8e03a2b1b3ac0077e95b125714dd441a8ee63666145a3375'),
    pairs('FairEval', 'Processed/FairEval', 185_654, '5b4a129258c1efa273a1b10fec399f5462b458facf900e8e1948f4acb1b37dd6'),
    pairs('LLMEval2', 'Processed/LLMEval^2', 298_957, 'deffdaeccda39c0fb9337c7e20925ec2b973bfd456832c2f1ba0e9ca4cf107de'),
    pairs('MT-Bench', 'Processed/MT-Bench', 468_579, 'c152249bc095d152485954bd2abd9ea79528ee5e4c045bfe9ef78755b03c20d8'),
  ],
  notPulled: [],
  card: async (data) => (await import('./describeData.ts')).describeLlmbarData(data),
}
