import type { Day } from '@credit-market/values/dates'
import type { OrganisationTie } from './organisation-tie.ts'

/** Says whether this tie puts two organisations under common control on this day. */
export const isControlEffective = ({ tie, since, until }: OrganisationTie, day: Day): boolean =>
  tie === 'CommonControl' && since !== null && since <= day && (until === null || until >= day)

/** Connected sets of ids, joined by pairs directly or through others; ids without a pair are left out. In the order of the ids. */
export const groupConnectedIds = (pairs: readonly (readonly [string, string])[]): string[][] => {
  const sets = new Map<string, Set<string>>()
  for (const [one, other] of pairs) {
    const both = new Set([...(sets.get(one) ?? [one]), ...(sets.get(other) ?? [other])])
    for (const id of both) sets.set(id, both)
  }
  return [...new Set(sets.values())]
    .map(set => [...set].toSorted())
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
}
