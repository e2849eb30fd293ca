const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'june?', 'july?', 'aug', 'sept?', 'oct', 'nov', 'dec']
const REST = ['uary', 'ruary', 'ch', 'il', '', '', '', 'ust', 'ember', 'ober', 'ember', 'ember']
const HAN = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十']

/** The ways to write a date, as phrases, and the words without which it cannot be written. */
export function datePhrases(date: string): { readonly says: string[]; readonly topic: string[] } {
  const [day = 0, month = 0] = date.split('-').map(Number).reverse()
  const name = `${MONTHS[month - 1]}(?:${REST[month - 1]})?\\.?`
  const ordinal = `0?${day}(?:st|nd|rd|th)?`
  return {
    says: [
      `/(?<![\\d.])${ordinal} (?:of )?${name}(?![a-z])/`,
      `/(?<![a-z])${name} (?:the )?${ordinal}(?!\\d)/`,
      `/(?<!\\d)0?${month}月0?${day}(?:日|号|(?!\\d))/`,
      `/${han(month)}月${han(day)}(?:日|号)/`,
      `/(?<!\\d)0?${month}-0?${day}(?!\\d)|(?<![\\d/])0?${month}\\/0?${day}(?!\\d)|(?<![\\d/])0?${day}\\/0?${month}(?!\\d)|(?<!\\d)0?${day}\\.0?${month}\\.(?!\\d{1,2}\\.)/`,
    ],
    topic: [`/(?<!\\d)0?${day}(?!\\d)/`, `/${han(day)}/`],
  }
}

/** The ways to write a time of day, as phrases, and the words without which it cannot be written. */
export function timePhrases(time: string): { readonly says: string[]; readonly topic: string[] } {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const twelve = hour % 12 === 0 ? 12 : hour % 12
  const minutes = String(minute).padStart(2, '0')
  const half = hour < 12 ? 'am' : 'pm'
  const on = minute === 0 ? `(?:[:.]00)?` : `[:.]${minutes}`
  const part = hour < 12 ? '(?:凌晨|清晨|早上|早晨|上午|午夜|零时)' : '(?:中午|正午|下午|傍晚|晚上|夜里|晚间|夜间)'
  const hanMinute =
    minute === 0
      ? '(?:整|钟|(?![\\d一二三四五六七八九十半]))'
      : minute === 30
        ? '(?:半|30分?|三十分?)'
        : `(?:${minutes}分?|${han(minute)}分?)`
  const says = [
    // A time without am and pm is one of the day's first half where it is written so.
    `/(?<![\\d:])0?${hour}[:.]${minutes}(?![\\d:])(?! ?${half === 'am' ? 'pm' : 'am'})/`,
    `/(?<![\\d:.])${twelve}${on} ?${half}(?![a-z])/`,
    `/(?<![\\d:.])${twelve}${on}(?: o'clock)? (?:in the ${half === 'am' ? 'morning' : '(?:afternoon|evening)'}|at night)/`,
    `/(?<!\\d)${hour}[点时]${hanMinute}/`,
    `/${part}(?:的)?(?:${twelve}|${han(twelve)})[点时]${hanMinute}|${part}${twelve}:${minutes}/`,
    ...(hour === 12 && minute === 0 ? ['noon', 'midday'] : []),
    ...(hour === 0 && minute === 0 ? ['midnight', '/24:00/'] : []),
  ]
  return { says, topic: [`/(?<!\\d)0?${hour}(?!\\d)/`, `/(?<!\\d)${twelve}(?!\\d)/`, `/${han(twelve)}/`, 'half past', 'quarter'] }
}

/** A whole number up to 99 in Chinese. */
function han(value: number): string {
  if (value <= 10) return HAN[value] ?? ''
  const [tens, ones] = [Math.floor(value / 10), value % 10]
  return `${tens > 1 ? HAN[tens] : ''}十${ones > 0 ? HAN[ones] : ''}`
}
