import type { Day } from '#domain/dates'
import type { Requirement } from '#domain/requirement'

interface Asked {
  redemptionDate?: Day | null
}
interface Said {
  redemptionDate?: string
}
interface Known {
  today: Day
  /** The date that the requirement has so far. */
  redemptionDateBefore: Day | null
}

/** Said of a redemption date before today. */
export const REDEMPTION_PASSED = 'The redemption date has passed'

/** Is the day from which the credits are needed over? */
export const hasPassed = ({ redemptionDate }: Asked, today: Day): boolean =>
  Boolean(redemptionDate) && String(redemptionDate) < today

/** What a form that asks for the redemption date must know of the one there is. */
export const redemptionBefore = ({ redemptionDate }: Pick<Requirement, 'redemptionDate'>) => ({
  redemptionDateBefore: redemptionDate,
})

/** A redemption date that has passed is refused, unless it stays as it was: other answers can be corrected all the same. */
export const checkRedemption = (answers: Asked, { today, redemptionDateBefore }: Known): Said =>
  hasPassed(answers, today) && answers.redemptionDate !== redemptionDateBefore
    ? { redemptionDate: REDEMPTION_PASSED }
    : {}

/** Of the one that stays as it was it is said at least. */
export const warnRedemption = (answers: Asked, { today }: { today: Day }): Said =>
  hasPassed(answers, today) ? { redemptionDate: REDEMPTION_PASSED } : {}
