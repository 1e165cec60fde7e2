const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const UNITS = [
  [DAY, 'day', 'days'],
  [HOUR, 'hour', 'hours'],
  [MINUTE, 'minute', 'minutes'],
  [SECOND, 'second', 'seconds'],
] as const

/** Remaining time in the two greatest units: "2 days 3 hours", "4 minutes 30 seconds"; empty once the time has come. */
const timeLeft = (ms: number): string => {
  const at = UNITS.findIndex(([length]) => ms >= length)
  if (at < 0) return 'less than a second'
  return UNITS.slice(at, at + 2)
    .reduce<{ rest: number; words: string[] }>(
      ({ rest, words }, [length, one, many]) => {
        const number = Math.floor(rest / length)
        const text = `${number} ${number === 1 ? one : many}`
        return { rest: rest % length, words: number > 0 ? [...words, text] : words }
      },
      { rest: ms, words: [] },
    )
    .words.join(' ')
}

/** Remaining time after an event: "in 2 days 3 hours", and "now" once the time has come. */
export const timeLeftText = (ms: number): string => (ms > 0 ? `in ${timeLeft(ms)}` : 'now')

/** Remaining time on its own: "2 days 3 hours to go". */
export const countdownText = (ms: number): string => (ms > 0 ? `${timeLeft(ms)} to go` : 'Any moment now')

/** Milliseconds until `timeLeftText` returns another text. */
export const msUntilTextChanges = (ms: number): number => {
  if (ms < SECOND) return Math.max(1, Math.ceil(ms))
  const at = UNITS.findIndex(([length]) => ms >= length)
  const [step] = UNITS[Math.min(at + 1, UNITS.length - 1)] ?? [SECOND]
  return Math.floor(ms % step) + 1
}

/** Remaining times that a screen reader announces: a day, an hour, ten minutes, five, one, and zero. */
const TOLD_AT = [DAY, HOUR, 10 * MINUTE, 5 * MINUTE, MINUTE, 0]

/** Index of the last announcement whose time has come; -1 before the first. */
export const announcementIndex = (ms: number): number => TOLD_AT.filter(at => ms <= at).length - 1
