import type { Day } from '@credit-market/values/dates'
import type { Requirement } from '#domain/project/requirement'

interface Asked {
  redemptionDate?: Day | null
}
interface Said {
  redemptionDate?: string
}
interface Known {
  today: Day
  /** The current redemption date of the requirement. */
  redemptionDateBefore: Day | null
}

/** Message for a redemption date before today. */
export const REDEMPTION_PASSED_MESSAGE = 'The redemption date has passed'

/** Says whether the day from which the credits are needed has passed. */
export const isRedemptionDatePast = ({ redemptionDate }: Asked, today: Day): boolean =>
  Boolean(redemptionDate) && String(redemptionDate) < today

/** Current redemption date, for forms that ask for it. */
export const readRedemptionDate = ({ redemptionDate }: Pick<Requirement, 'redemptionDate'>) => ({
  redemptionDateBefore: redemptionDate,
})

/** Refuses a redemption date in the past, unless it is unchanged, so that other answers can still be corrected. */
export const checkRedemptionDate = (answers: Asked, { today, redemptionDateBefore }: Known): Said =>
  isRedemptionDatePast(answers, today) && answers.redemptionDate !== redemptionDateBefore
    ? { redemptionDate: REDEMPTION_PASSED_MESSAGE }
    : {}

/** Warns about an unchanged date in the past. */
export const warnRedemptionDate = (answers: Asked, { today }: { today: Day }): Said =>
  isRedemptionDatePast(answers, today) ? { redemptionDate: REDEMPTION_PASSED_MESSAGE } : {}
