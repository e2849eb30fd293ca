/** Words with which an answer speaks of itself and of the user's feedback, and of nothing else. */
const ABOUT_ITSELF = new Set(
  `a about accordingly account accounted add added address adjusted admit after again agree all already also always an and answer answered any apologies apologise apologize appreciate
  are as at be because been before best better but can care careful carefully certainly change changed check checked checking comment concern consider considered correct corrected correcting
  correction did do doing done double each earlier error errors every everything feedback feel first fixed follow following for fully full from further get glad go going gone good has have
  hear help here hope i in indeed input into is issue it its know known let light like look looked looking made make many matter may me mend mended mention mentioned mistake mistakes my
  need new no not note noted now of on once one or other our out over own part please point pointed pointing points question questions raise raised raising reconsider reconsidered regard
  reply response review reviewed revised right see should so sorry step steps suggestion sure take taken takes telling thank thanks that the them there these thing things think this thorough
  thoroughly through time to too took true understand update updated us very was way we well went were what when whether which will with wrong you your`
    .split(/\s+/)
    .filter(Boolean),
)
const ABOUT_ITSELF_HAN =
  /谢谢|感谢|抱歉|对不起|不好意思|您|你|我们?|的|了|指正|指出|提醒|反馈|意见|建议|重新|再次|仔细|认真|检查|考虑|充分|之前|先前|现在|已经|回答|答案|修改|改正|更正|错误|问题|如下|确实|都|也|会|每|一|步|并|在内|说得对|正确|是|这|里|把|过|对|请|看|理解|明白|好/gu

/** Whether an answer speaks of nothing but itself: it is empty, or thanks, apologises and announces, and then ends. */
export function isSilent(normalised: string): boolean {
  const latin = normalised.match(/[\p{Script=Latin}']+/gu) ?? []
  const han = normalised.replace(ABOUT_ITSELF_HAN, '').match(/\p{Script=Han}/gu) ?? []
  return !/\d/.test(normalised) && han.length <= 1 && latin.every((word) => ABOUT_ITSELF.has(word))
}
