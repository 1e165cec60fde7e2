const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const counted = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`

const UNITS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [SECOND, 'second'],
] as const

/** How long it still takes, by the two greatest units: "2 days 3 hours", "4 minutes 30 seconds"; nothing once the time has come. */
const timeLeft = (ms: number): string => {
  const at = UNITS.findIndex(([length]) => ms >= length)
  if (at < 0) return 'less than a second'
  return UNITS.slice(at, at + 2)
    .reduce<{ rest: number; words: string[] }>(
      ({ rest, words }, [length, unit]) => {
        const number = Math.floor(rest / length)
        return { rest: rest % length, words: number > 0 ? [...words, counted(number, unit)] : words }
      },
      { rest: ms, words: [] },
    )
    .words.join(' ')
}

/** How long it still takes, behind what is to happen: "in 2 days 3 hours", and "now" once the time has come. */
export const inTime = (ms: number): string => (ms > 0 ? `in ${timeLeft(ms)}` : 'now')

/** The same where that stands beside it: "2 days 3 hours to go". */
export const toGo = (ms: number): string => (ms > 0 ? `${timeLeft(ms)} to go` : 'The time has come')

/** When `inTime` says something else, in milliseconds from now. */
export const untilNextWords = (ms: number): number => {
  if (ms < SECOND) return Math.max(1, Math.ceil(ms))
  const at = UNITS.findIndex(([length]) => ms >= length)
  const [step] = UNITS[Math.min(at + 1, UNITS.length - 1)] ?? [SECOND]
  return Math.floor(ms % step) + 1
}

/** How much is left when somebody who only listens is told: a day, an hour, ten minutes, five, one, and when the time has come. */
const TOLD_AT = [DAY, HOUR, 10 * MINUTE, 5 * MINUTE, MINUTE, 0]

/** Which of the moments at which listeners are told was the last to be passed; -1 before the first. */
export const tellingsPassed = (ms: number): number => TOLD_AT.filter(at => ms <= at).length - 1
