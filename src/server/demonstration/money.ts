import type { ActionName } from '#actions/index'
import { DEMONSTRATION_OPERATOR_USERNAME, usernameOfOrganisation } from './people.ts'
import { readCsvRows, cellText, type DemonstrationCalendar, type DemonstrationStep } from './step.ts'

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2] as const

/** An invented VAT number whose check digits fit; numbers that begin with 9 8 are not given out. */
const inventedVatNumber = (place: number): string => {
  const stem = String(9_800_000 + place)
  const sum = WEIGHTS.reduce((all, weight, at) => all + weight * Number(stem[at]), 0)
  return `GB${stem}${String((97 - (sum % 97)) % 97).padStart(2, '0')}`
}

/** The supplier who is not registered for VAT, and the one who has not agreed to self-billing. */
const [NOT_REGISTERED, NOT_AGREED] = ['SU10', 'SU05']

/** Steps in which organisations record their VAT registrations, and suppliers agree to self-billing. */
export const demonstrationMoneySteps = (
  calendar: DemonstrationCalendar,
  offset: number,
): DemonstrationStep[] => {
  const from = calendar.day(offset - 400)
  const step = (
    place: number,
    by: string,
    subjectId: string,
    rest: { action: ActionName<'organisation'>; values: DemonstrationStep['values'] },
  ): DemonstrationStep => ({
    at: calendar.at(offset, 120 + place),
    ...{ by, kind: 'organisation', subjectId },
    ...rest,
  })
  const vat = (place: number, isRegistered: boolean) => ({
    action: 'SetVat' as const,
    values: { isRegistered, ...(isRegistered && { vatNumber: inventedVatNumber(place) }), from },
  })
  return readCsvRows('demo_organisations').flatMap((row, place) => {
    const id = cellText(row, 'orgId')
    if (row.type === 'OPER') return [step(place, DEMONSTRATION_OPERATOR_USERNAME, id, vat(place, true))]
    if (row.type !== 'PARTICIPANT') return []
    const by = usernameOfOrganisation(id)
    return [
      step(place, by, id, vat(place, id !== NOT_REGISTERED)),
      ...(id.startsWith('SU') && id !== NOT_AGREED
        ? [step(place + 100, by, id, { action: 'SetSelfBilling', values: { agrees: true } })]
        : []),
    ]
  })
}
