import type { CaseView } from '#contract/case/case'
import { putsUnitsInDoubt, type CaseReporter } from '#domain/case/case'
import { REMEDY_RULES } from '#domain/case/case-rules'
import { type CaseStatus } from '#domain/case/case-status'
import { showDay } from '@credit-market/values/dates'

const REPORTERS: Record<CaseReporter, string> = {
  operator: 'The market operator',
  owner: 'The owner',
  holder: 'A holder of units',
  authority: 'A planning authority',
  system: 'A compliance check or verification that failed',
}

/** Names who reported a case: the organisation if the reader may know it, else its role. */
export const reporterText = ({ reporter, reportedFor }: Pick<CaseView, 'reporter' | 'reportedFor'>): string =>
  reportedFor === null || reporter === 'system'
    ? REPORTERS[reporter]
    : `${reportedFor} (${REPORTERS[reporter].toLowerCase()})`

const NEXT: Record<CaseStatus, string> = {
  Reported: 'The market operator looks into the report, and confirms or dismisses it.',
  Confirmed: 'The market operator sets a day by which it is to be put right, or closes the case.',
  Remedying: 'The owner puts it right.',
  Closed: 'Nothing is left to do.',
  Dismissed: 'The report was dismissed, so nothing follows from it.',
}

const uncoveredAmong = (failedUnits: CaseView['failedUnits']): number =>
  failedUnits.reduce((sum, { uncovered }) => sum + uncovered, 0)

/** Says what can be done about a case in this status. */
export const nextText = ({
  type,
  status,
  rectifyBy,
  failedUnits,
}: Pick<CaseView, 'type' | 'status' | 'rectifyBy' | 'failedUnits'>): string => {
  if (status === 'Remedying' && rectifyBy !== null)
    return `The owner puts it right by ${showDay(rectifyBy)}. If that day passes, the case is open again as it was before.`
  if (status === 'Confirmed' && type === 'BuyerDefault')
    return 'The market operator sets a day by which the buyer is to pay, releases the buyer, or closes the case.'
  return status === 'Confirmed' && uncoveredAmong(failedUnits) > 0
    ? 'The market operator draws on the reserve for those who hold failed units, sets a day by which it is to be put right, or closes the case.'
    : NEXT[status]
}

/** Remedies that the reader can choose now, with what each does; the form of each says the units and names before it is done. */
export const remediesOf = ({ actions }: Pick<CaseView, 'actions'>): [title: string, does: string][] =>
  REMEDY_RULES.filter(({ title }) => actions.some(action => action.title === title)).map(
    ({ title, does }) => [title, does],
  )

/** Names the last reason: while nothing is decided, what the papers should say, or what was to be done by a day that has passed. */
export const reasonLabel = ({ status, papers }: Pick<CaseView, 'status' | 'papers'>): string => {
  if (status !== 'Reported') return 'Reason'
  return papers === null ? 'What was to be done' : 'What the papers should say'
}

/** Says until when each side of a dispute can file papers, and whether it has; empty before they are asked for. */
export const papersTexts = ({ papers, status }: Pick<CaseView, 'papers' | 'status'>): string[] => {
  if (papers === null || status !== 'Reported') return []
  const text = (side: string, by: string, filedAt: string | null) =>
    `${side} can file papers until ${showDay(by)}${filedAt === null ? '' : `, and has filed some`}.`
  return [
    text('The owner', papers.ownerBy, papers.ownerFiledAt),
    text('The other side', papers.otherBy, papers.otherFiledAt),
  ]
}

/** Says who reads the messages of a case. */
export const MESSAGES_HINT =
  'Everyone whom the case concerns reads them. Holders and suppliers are numbered, because they may not know each other.'

const unitsText = (units: number): string => units.toLocaleString('en-GB', { maximumFractionDigits: 4 })

/** Says how many units have failed, and what has become of them. */
export const failedUnitsText = ({
  failed,
  inDoubt,
  replaced,
  uncovered,
}: CaseView['failedUnits'][number]): string => {
  const parts = [
    replaced > 0 && `${unitsText(replaced)} replaced`,
    inDoubt > 0 && `${unitsText(inDoubt)} in doubt`,
    uncovered > 0 && `${unitsText(uncovered)} with nothing in their place`,
  ].filter(Boolean)
  return `${unitsText(failed)} units: ${parts.join(', ')}`
}

/** Says what an open case means for its units; undefined if it means nothing for them. */
export const doubtText = ({
  type,
  status,
  failedSince,
}: Pick<CaseView, 'type' | 'status' | 'failedSince'>): string | undefined => {
  if (!putsUnitsInDoubt(type)) return undefined
  if (failedSince !== null)
    return status === 'Remedying'
      ? 'The units that this case fails and that nothing replaces are in doubt until they are delivered again.'
      : undefined
  const isOver = status === 'Closed' || status === 'Dismissed'
  return isOver ? undefined : 'The units below are in doubt while the case is open.'
}

/** Says how much of a service is still delivered. */
export const capacityText = (left: number): string => `${unitsText(left)} units are still delivered`

/** Says how many further credits the case concerns; undefined if there are none. */
export const othersText = (count: number): string | undefined => {
  if (count === 0) return undefined
  return count === 1
    ? 'The case concerns one more credit, which belongs to someone else.'
    : `The case concerns ${count} more credits, which belong to others.`
}

/** Says who bears what a buyer does not pay, for everyone whom the case concerns. */
export const GAP_TEXT =
  'What suppliers and other buyers pay and receive does not change. What the buyer does not pay is covered by its deposit first, if the round asked for one. This market has no reserve of money, so the market operator covers the rest. If the rights lapse, the units can be sold again.'
