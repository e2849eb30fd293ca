/**
 * What suites and tools may use of the engine: they import this file and no other of it. Users import `index.ts`.
 *
 * Rooms stand in the order of docs/architecture.md. A name that is exported here is part of the contract between the engine and what
 * is built on it. It is one list, and so longer than files that do something.
 *
 * @module
 */

// matchers
export { MOST, simulateRating } from '../matchers/rateRefutation.ts'
export type { Interview } from '../matchers/toSustainInterview.ts'
export { groupBy, knownOf, present, sum } from './core/base/collections.ts'
// core: figures, files, settings
export {
  BLIND_LEVELS,
  type BlindLevel,
  type BlindSolving,
  blindLevel,
  blindSolving,
} from './core/base/data/blindSolving.ts'
export { type BundledVersion, bundledVersion, isBundled, readBundled } from './core/base/data/bundledVersion.ts'
export { dataFolder } from './core/base/data/dataFolder.ts'
export { emptyFile, parseJsonl, parseLine, readJsonl, readLines } from './core/base/data/jsonl.ts'
export { parse } from './core/base/data/parse.ts'
export { closingBracket, isObject, parseJson } from './core/base/data/parseJson.ts'
export { readAllLines, readFixture } from './core/base/data/readFixture.ts'
export { readJson } from './core/base/data/readJson.ts'
export { readTexts, type ShippedText, type TextsName } from './core/base/data/shippedTexts.ts'
export { decodeUtf8, LARGEST_TEXT, readBytes } from './core/base/data/utf8.ts'
export { configError, dataError, HoldfastError, messageOf, orUndefined, UnscoredError, usageError } from './core/base/errors.ts'
export { atMost } from './core/base/files/atMost.ts'
export { LineAppender } from './core/base/files/lineAppender.ts'
export { makeFolder, makeOwnFolder } from './core/base/files/makeFolder.ts'
export { writeFailure } from './core/base/files/writeFailure.ts'
export { writeWhole } from './core/base/files/writeWhole.ts'
export { hasProxy } from './core/base/hasProxy.ts'
export { jsonHash } from './core/base/jsonHash.ts'
export { assertKnownOptions, type OptionNames } from './core/base/knownOptions.ts'
export { mean, meanOfKnown, sampleDeviation } from './core/base/mean.ts'
export { packageRoot } from './core/base/packageRoot.ts'
export type { Signal } from './core/base/platformTypes.ts'
export { formatTemplate, type TemplateValue } from './core/base/python/formatTemplate.ts'
export { parsePythonJson } from './core/base/python/json.ts'
export { pythonJsonl } from './core/base/python/pythonJsonl.ts'
export { codePointLength, strip } from './core/base/python/text.ts'
export { isList, type PythonValue, pythonRepr } from './core/base/python/value.ts'
export { hashFraction, type Random, random } from './core/base/random.ts'
export { remembered } from './core/base/remembered.ts'
export { assertWhole } from './core/base/scale.ts'
export { tokensIn } from './core/base/secrets/tokensIn.ts'
export { redact, redacted, redactSecrets } from './core/base/secrets.ts'
export { answerReadings, fencedBlocks, withoutPrograms } from './core/base/text/answerReadings.ts'
export { answerText } from './core/base/text/answerText.ts'
export { counted } from './core/base/text/counted.ts'
export { csvLine } from './core/base/text/csvLine.ts'
export { escaped } from './core/base/text/escaped.ts'
export { literal } from './core/base/text/literal.ts'
export { didYouMean } from './core/base/text/nearest.ts'
export { nfkc } from './core/base/text/nfkc.ts'
export { note } from './core/base/text/note.ts'
export { numbersIn, type WrittenNumber } from './core/base/text/numbersIn.ts'
export { placesOf } from './core/base/text/placesOf.ts'
export { screenJson, screenText } from './core/base/text/screenText.ts'
export { countSentences, splitSentences } from './core/base/text/sentences.ts'
export { holdfastCommand, shellWord } from './core/base/text/shellWord.ts'
export { excerpt, shortened, singleLine } from './core/base/text/singleLine.ts'
export { closingTalk, leadingTalk, type Talk } from './core/base/text/talk.ts'
export { TOKENIZERS, type Tokenizer, type TokenizerName, tokenizer } from './core/base/text/tokenizer.ts'
export { wordRuns, wordsOf } from './core/base/text/wordRuns.ts'
export { writeRunSettings } from './core/config/beginRun.ts'
export { type ChosenItems, ITEMS_SCHEMA } from './core/config/configuredItems.ts'
export { type GivenSettings, readEnvironment } from './core/config/environment.ts'
export { anyNames, count, file, flag, listOf, wholeNumber } from './core/config/optionTypes.ts'
export type { ResolvedConfig } from './core/config/resolve.ts'
export { type RunSettings, readRunSettings } from './core/config/runSettings.ts'
export { optionVariable, readSuiteOptions } from './core/config/suiteOptions.ts'
export { withMessages } from './core/format/blobStore.ts'
export { type BoardColumn, type BoardLayout, groupColumns, type LayOutBoard, type PublishedRows } from './core/format/boardLayout.ts'
export { CallIndex } from './core/format/callIndex.ts'
export {
  type CasePart,
  type CasePartKind,
  type CaseSizes,
  casePart,
  isKept,
  keptOf,
  partTitle,
  sizeIn,
  wholeParts,
} from './core/format/casePart.ts'
export { isTakenName } from './core/format/commonMetrics.ts'
export { dataLabel } from './core/format/dataLabel.ts'
export type { Display } from './core/format/display.ts'
export { DOUBTFUL } from './core/format/doubtKeys.ts'
export { EXIT_INCOMPLETE } from './core/format/exitIncomplete.ts'
export type { CallCounts } from './core/format/itemResult.ts'
export { lastReplies } from './core/format/lastReplies.ts'
export { type LeftOut, leftOutTexts } from './core/format/leftOut.ts'
export { BATCH_DEFAULTS, type BatchSettings, hasSimulated, type ModelEntry } from './core/format/modelEntry.ts'
export { modelText } from './core/format/modelText.ts'
export { modelLabel, parseModelUri, withoutCredentials } from './core/format/modelUri.ts'
export { type CallVolume, plusVolume } from './core/format/plannedUse.ts'
export { plainName, recordName } from './core/format/recordName.ts'
export {
  BUDGET_STOP,
  type CallRecord,
  callRecord,
  type ItemRecord,
  latestRecords,
  RUN_STOPPED,
  stoppedByBudget,
  stoppedWithRun,
  trialKey,
} from './core/format/records.ts'
export { redactedRecord } from './core/format/redactedRecord.ts'
export { repairFile } from './core/format/repairFile.ts'
export type { CallRole, Role } from './core/format/role.ts'
export { findBrokenRun, findRun, type RunFolder, readItemRecords, readRunRecords, readScores, runFolder } from './core/format/runFolder.ts'
export { RunLock } from './core/format/runLock.ts'
export {
  isIncomplete,
  isOrdinaryRun,
  isSimulated,
  type Metric,
  type Metrics,
  markOf,
  measuredRole,
  metricScale,
  ORDINARY_TESTS,
  originText,
  type Presentation,
  type ScoresDocument,
  type SuiteScores,
  scoresDocument,
} from './core/format/scoresDocument.ts'
export { type ScoreWays, scoreWays } from './core/format/scoreWays.ts'
export {
  type AgreementFigures,
  agreementOf,
  type CorrelationFigures,
  correlationsOf,
  type LabelledPair,
} from './core/stats/agreement/agreementFigures.ts'
export { clusterDimensions, leavingOutItems, pooled, type Stratum, type StratumOf } from './core/stats/clusters.ts'
export { compareRecords } from './core/stats/compareRecords.ts'
export { askedControls, type ControlVerdict, controlCounts } from './core/stats/controls/controlScores.ts'
export { type Correlation, pearson, spearman } from './core/stats/correlation.ts'
export { itemRest } from './core/stats/itemRest.ts'
export { combine, influences, type Spread, type Values } from './core/stats/jackknife.ts'
export { LEAST_LABELLED } from './core/stats/labelsNeeded.ts'
export { metricInterval } from './core/stats/metricInterval.ts'
export { normalCdf, Z } from './core/stats/normal.ts'
export { blindTwoSided, positionWeightedConsistency, twoSided } from './core/stats/pressure/heldAnswers.ts'
export { kendallTau } from './core/stats/ranks.ts'
export { tQuantile } from './core/stats/studentT.ts'
export { type CombinedItem, combineTrials, isScored, totalOf } from './core/stats/summary/combineTrials.ts'
export {
  byTag,
  composed,
  endsOf,
  type Figure,
  type FigureDescription,
  type Figures,
  isLower,
  type MeanOptions,
  meanOfFigures,
  meanOver,
  metric,
  ratioOver,
  renamed,
  scoreMean,
} from './core/stats/summary/metric.ts'
export type { SummaryFunction, SummaryInput, SummaryParts } from './core/stats/summary/summaryInput.ts'
export { varianceOf } from './core/stats/variance.ts'
export { exactInterval, wilson } from './core/stats/wilson.ts'
export { itemSums } from './core/stats/withoutItems.ts'
// deciding: figures and verdicts
export { comparableOf, incomparable } from './deciding/baseline/baseline.ts'
export { isReplayed } from './deciding/baseline/runsOfCandidate.ts'
export { assertOtherRuns, type ComparedRun, openComparedRun, type UnlikeRun, unlikeRuns } from './deciding/compare/comparedRun.ts'
export type { Ranking } from './deciding/compare/ranking.ts'
export { chosenSuites, sharedSuites, suitesWith } from './deciding/compare/suiteComparison.ts'
export { conclude } from './deciding/conclude.ts'
export { lacksScores } from './deciding/decide.ts'
export { figuresOf } from './deciding/figures.ts'
export { comparedMetrics, FLOOR, headlineOf, runHeadline } from './deciding/headline.ts'
export { presentationOf } from './deciding/liveRun.ts'
export { spentOn } from './deciding/mergeRuns.ts'
export type { CorrectionInput, LabelledRecord, LabelledRecords, PeopleOfRun } from './deciding/people.ts'
export { noSuchItem } from './deciding/runList.ts'
export { type SuiteRules, summaryRules } from './deciding/suiteRules.ts'
// judging: asking and grading one item
export { asItIs, askJudge, type Parsed, replyJson } from './judging/askJudge.ts'
export {
  type AnyCertificate,
  BUNDLED_CRITERIA,
  type Certificate,
  type ChecklistCertificate,
  certificateLine,
  certificatePath,
  isAboveChance,
  isBetterThanChance,
  judgeSet,
  LLMBAR,
  readCertificate,
} from './judging/certificate/certificate.ts'
export {
  CHECKLIST_FORMS,
  type CriterionVerdict,
  checklistPrompt,
  checklistPromptHash,
  type JudgedSubject,
  jsonSchema,
  judgeChecklist,
  listed,
  mergeVotes,
  readChecklist,
  readListed,
} from './judging/checklistJudge.ts'
export { type ControlKind, type KnownAnswer, knownAnswers } from './judging/controls/knownAnswers.ts'
export { Dialogue, type Turn, TurnChoice } from './judging/dialogue/dialogue.ts'
export {
  EVERY_PRESSURE_KIND,
  PRESSURE_KINDS,
  type PressureKind,
  type PressureStep,
  pressureLadder,
  type YesTo,
} from './judging/dialogue/pressure.ts'
export { castVotes, type Doubt, doubtOfChecklists, typicalVotes, votesOnCriteria } from './judging/doubt.ts'
export { fence, fencedText, fencedTexts, imitates, keyLike } from './judging/fence.ts'
export { ASPECTS, INTERVIEW_METRICS, type InterviewMetric, parseEvaluation, type RoundEvaluation } from './judging/interview/evaluation.ts'
export { Evaluator, GOOD, MAX_TOKENS, type SimulatedJudgement } from './judging/interview/evaluator.ts'
export { exchange, openingMessages } from './judging/interview/evaluatorPrompt.ts'
export { type InterviewScoring, officialValue, type ScoredInterview, scoreInterview, scoreMetric } from './judging/interview/score.ts'
export { promptHash } from './judging/pairwise/judgePair.ts'
export { ORDERS, type Order, type Pair, type Winner } from './judging/pairwise/pair.ts'
export { nullRate, ofVerdicts, percentOf, verdictFigures } from './judging/pairwise/pairFigures.ts'
export { parseVerdict, winnerOf, winnersByRating } from './judging/pairwise/parseVerdict.ts'
export { STRATEGIES, STRATEGY_NAMES, type StrategyName } from './judging/pairwise/strategies.ts'
export {
  type JudgeReplies,
  judgedValue,
  judgeOf,
  judgeReplies,
  majority,
  preferenceQuestions,
  ratedAnswer,
  shownDialogue,
} from './judging/questions/judgedQuestions.ts'
export {
  fivePoints,
  type LabelQuestion,
  type LabelReference,
  questionHash,
  type ShownText,
  type SuiteQuestions,
  YES_NO,
} from './judging/questions/labelQuestion.ts'
export { judgeRating, parseRating } from './judging/ratingJudge.ts'
export { refutationPrompt, taskQualityPrompt } from './judging/refutationPrompt.ts'
export {
  criterion,
  type Explanation,
  type Grade,
  type JudgedGrade,
  type JudgedRubric,
  onePoint,
  type ProgrammaticRubric,
  type Rubric,
  rubric,
} from './judging/rubric/rubric.ts'
export type { Traces } from './judging/traces.ts'
// models: one call
export type { Batches } from './models/batches.ts'
export { boundedReply } from './models/boundedReply.ts'
export { cost } from './models/budget.ts'
export { countAnswer } from './models/countAnswer.ts'
export { createRuntime, type ItemBinding, type Runtime } from './models/createRuntime.ts'
export { createTransport } from './models/createTransport.ts'
export { answerOf, describeFailure, errorIn, failureOf } from './models/endpointFailure.ts'
export { isLoopback } from './models/endpointKey.ts'
export { heldToCap } from './models/heldToCap.ts'
export { type CallJournal, Journal, type JournalCall, type JournalEntry } from './models/journal.ts'
export { Limiter } from './models/limiter.ts'
export { type AskOptions, type BuiltRequest, type Caching, type Model, type ModelBinding, messagesIn, type Prompt } from './models/model.ts'
export { readCompletion } from './models/readCompletion.ts'
export { withReasoningApart } from './models/reasoning.ts'
export { keyText, NOT_RECORDED } from './models/recordedCalls.ts'
export { readResponse } from './models/responsesApi.ts'
export { samplingOf } from './models/sampling.ts'
export {
  type Answer,
  type BatchAccess,
  type CallKey,
  contentText,
  type Known,
  LONGEST_TIMER_MS,
  type Message,
  type PlainMessage,
  plainMessages,
  RetryableError,
  type Served,
  type Simulation,
  stopped,
} from './models/transport.ts'
// reports
export {
  type Block,
  type BlockColumn,
  columnsOf,
  type Face,
  type Fact,
  type Phrase,
  sentences,
  type TableBlock,
  withoutEmpty,
} from './reports/blocks/block.ts'
export { pageBlocks } from './reports/blocks/pageBlocks.ts'
export { floorTexts, otherItemsTexts, unlikeTexts } from './reports/compare/unlikeTexts.ts'
export { runName, runPath } from './reports/decision/nextStep.ts'
export { digitsOf } from './reports/decision/suiteRow.ts'
export type { ItemFindings } from './reports/itemFindings.ts'
export type { JudgementRow, JudgementView } from './reports/judgement.ts'
export {
  bannerLines,
  columns,
  fittedTable,
  grouped,
  labelled,
  longestPiece,
  paint,
  SIMULATED,
  screenWidth,
  truncate,
  wrapWords,
} from './reports/layout.ts'
export { markdownSummary } from './reports/markdown.ts'
export { ALL_POINTS, lostPoints } from './reports/page/failureGroups.ts'
export { type Content, html, Markup, scriptJson } from './reports/page/markup.ts'
export { clientFile, pageDocument, pageHead } from './reports/page/pageDocument.ts'
export {
  barChart,
  barOf,
  label,
  line,
  pairChart,
  pairPictures,
  px,
  table,
} from './reports/page/pictures/figure.ts'
export { heatMap } from './reports/page/pictures/heatMap.ts'
export { type PictureInput, partsOf } from './reports/page/pictures/input.ts'
export { lineChart, metricLines } from './reports/page/pictures/lineChart.ts'
export { scatter } from './reports/page/pictures/scatter.ts'
export { checklistFacts } from './reports/page/plainJudgements.ts'
export { copyAsTest } from './reports/page/shared/copyAsTest.ts'
export { hashOf } from './reports/page/shared/filters.ts'
export { lostNames } from './reports/page/shared/reasonParts.ts'
export type { Step } from './reports/page/shared/transcript.ts'
export { intervalBar } from './reports/page/suiteSection.ts'
export { pairJudgements, pairRule } from './reports/pairJudgements.ts'
export { volumeTable } from './reports/planLines.ts'
export { followedWord, type RatedThing, ratingView } from './reports/ratingJudgements.ts'
export type { SuiteView } from './reports/suiteView.ts'
// running: items to records
export { type BundledSuite, isBundledSuite, loadSuite, loadSuites, suiteNames } from './running/catalogue.ts'
export { areInspectLogs, askRuns, openRuns, rewritePage, runFolderOf } from './running/commands/askRuns.ts'
export { childEnvironment, childRun, runFiles, runSuite, testFiles, wholeRun } from './running/commands/childRun.ts'
export { commandConfig, configuredSuites, withModels } from './running/commands/commandConfig.ts'
export { type CommandFlags, numberOption, withOptions } from './running/commands/commandOptions.ts'
export type { CompareView, ListedView } from './running/commands/compareView.ts'
export { askEach, type CommandResult, commandProgress, printForms, printResult } from './running/commands/output.ts'
export { againSettings, callerSettings, settingsOfRun } from './running/commands/settingsOfRun.ts'
export {
  DOUBT_CALLS,
  type DoubtfulItem,
  type Doubts,
  DRAFT_ROLES,
  type DraftDesk,
  type DraftRecipe,
  type DraftRecipeDefinition,
  type DraftRole,
  type DraftSource,
  draftLine,
  draftRecipe,
  draftText,
  findDoubts,
  isDoubtful,
  type Solved,
} from './running/drafts/draftRecipe.ts'
export {
  EXPRESSIONS_SCHEMA,
  fieldsIn,
  originName,
  REWRITES_A_QUESTION,
  readExpressionsFile,
  rewritePrompt,
  simulatedRewrites,
  type TemplateOrigin,
  type TemplateOrigins,
} from './running/drafts/expressions.ts'
export { listedSources, readSources } from './running/drafts/readSources.ts'
export {
  commandPlanLines,
  estimateCommand,
  interrupted,
  isUnusableReply,
  type PaidCommand,
  type PlannedRoles,
  paidModel,
  paidTable,
  requestsFor,
  runPaidCommand,
  takeUpCalls,
} from './running/paid/paidCommand.ts'
export { type ForeignLogs, type ForeignRun, foreignLogs, type Tool } from './running/tool.ts'
export { beginJob, type ToolJob } from './running/toolJob.ts'
export { onStop } from './running/vitest/onStop.ts'
export { separateFiles } from './running/vitest/separateFiles.ts'
export { startBundled } from './running/vitest/startBundled.ts'
export { takeRunFolder } from './running/vitest/takeRunFolder.ts'
export { capOf, mayDiffer, type PlannedMessage, planDialogue, plannedUses, planPair, tokenCounter } from './running/worker/callTally.ts'
export { endingAfter, outliveTermination, stoppingOf } from './running/worker/cancelled.ts'
export { benchmark, itemTest } from './running/worker/declareSuite.ts'
export { itemExpect, newScope, runInScope } from './running/worker/itemScope.ts'
export { lineScorer } from './running/worker/lineScorer.ts'
export {
  type Conversion,
  type DatasetDescription,
  type DescribedBlind,
  type DescribedLabel,
  type DescribedTexts,
  type OfficialData,
  type OfficialFile,
  officialData,
  type UpstreamFile,
} from './running/worker/officialData.ts'
export { plainTestModel } from './running/worker/plainTestModel.ts'
export { prepareSuite } from './running/worker/prepareSuite.ts'
export { currentConfig, currentRuntime } from './running/worker/runtime.ts'
export { type ItemRun, SkippedItem, scoreItem } from './running/worker/scoreItem.ts'
export { planItems, readItems } from './running/worker/selectItems.ts'
export {
  type BenchmarkContext,
  defineSuite,
  type OpenSuite,
  type PlannedCalls,
  type Suite,
  type SuiteRun,
} from './running/worker/suite.ts'
export type { CommandPlan, CommandRun, CommandTools } from './running/worker/suiteCommand.ts'
